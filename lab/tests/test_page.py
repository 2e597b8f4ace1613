# SPDX-License-Identifier: Apache-2.0
import csv
import io
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random

import plotly.graph_objects as go  # pyright: ignore[reportMissingTypeStubs]
import pytest

from experiments_by_name import EXPERIMENTS
from generated import fill, one
from orbweaver import experiments
from orbweaver.experiments.chapters import chapters
from orbweaver.experiments.find import all_experiments, all_sections
from orbweaver.model.published import paper
from orbweaver.model.schema import Run, to_json
from orbweaver.page.blocks import Chart, Gap, Number, Table, flat
from orbweaver.page.numbers import beyond, ms, over, share, times, us, whole
from orbweaver.record.not_run import NoResult, note_not_run
from orbweaver.record.store import store
from orbweaver.report.build import Page, build
from orbweaver.report.html import charts_of, html
from orbweaver.report.markdown import markdown
from orbweaver.report.values import HEADER, values_csv
from orbweaver.results.load import load


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("results"), repeats=7)


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return build(load(folder))


def page_of(tmp_path: Path, *runs: Run) -> Page:
    for run in runs:
        store(run, tmp_path)
    return build(load(tmp_path))


def tables_of(page: Page) -> dict[str, Table]:
    blocks = [
        b for view in page.chapters for _, filled in view.sections for b in flat(filled.blocks)
    ]
    return {block.title: block for block in blocks if isinstance(block, Table)}


def run_of(name: str, **changes: object) -> Run:
    return one(EXPERIMENTS[name], "orbweaver", "all", Random(7)).model_copy(update=changes)


def test_every_experiment_has_a_section_that_says_what_it_asks_and_expects() -> None:
    found = {section.stored: section for section in all_sections()}
    assert set(EXPERIMENTS) <= set(found)
    known = {chapter.name for chapter in chapters()}
    for section in found.values():
        assert section.chapter in known
        assert section.question.endswith("?")
        assert section.prediction
        assert section.method
        assert section.threats


def test_every_table_of_the_paper_has_its_counterpart(page: Page) -> None:
    titles = " ".join(tables_of(page))
    for table in paper().tables:
        assert f"Table {table.table}," in titles


@pytest.mark.parametrize(("packets", "is_beside"), [(1000, True), (40, False)])
def test_published_times_and_counts_stand_beside_runs_of_the_same_size_only(
    tmp_path: Path, packets: int, is_beside: bool
) -> None:
    run = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(7), packets=packets)
    found = tables_of(page_of(tmp_path, run))
    table = next(table for title, table in found.items() if title.startswith("Table 12"))
    for part in (table.groups[0], *table.groups[2:]):
        assert any(row.head.startswith("Published") for row in part.rows) == is_beside, part.title
    assert "Published" in [row.head for row in table.groups[1].rows]  # over the floor
    why = "Published times and counts are left out. Orbweaver: 40 packets of 1,024 doubles"
    assert (why in table.note) != is_beside


def test_every_figure_of_the_paper_is_there_or_named_as_missing(page: Page) -> None:
    text = markdown(page)
    for number in range(1, 17):
        if number <= 5:
            continue
        assert re.search(rf"[Ff]igure {number}\b", text), number
    assert "Figures 1 to 5" in text


def test_published_and_measured_stand_in_one_table_with_both_floors(page: Page) -> None:
    table = next(t for title, t in tables_of(page).items() if title.startswith("Table 13,"))
    last = {row.head: row.cells for row in table.groups[0].rows}
    published, floor = last["Published"][-1], last["Floor of the paper's machine"][-1]
    assert isinstance(published, Number)
    assert isinstance(floor, Number)
    assert (published.value, floor.value) == (15344.16, 15000)
    measured = last["Orbweaver"][-1]
    assert isinstance(measured, Number)
    assert measured.low is not None
    assert measured.high is not None
    assert measured.low <= measured.value <= measured.high
    assert list(last) == ["Floor of the paper's machine", "Published", "Floor here", "Orbweaver",
                          "omniORB"]  # fmt: skip


def test_every_chart_is_one_that_plotly_takes_and_has_its_values(page: Page) -> None:
    charts = charts_of(page)
    assert len(charts) > 30
    for chart in charts:
        go.Figure(data=[dict(trace) for trace in chart.traces], layout=chart.layout)
        assert chart.values.groups
        assert all(len(row.cells) == len(chart.values.columns)
                   for group in chart.values.groups for row in group.rows)  # fmt: skip


def test_every_row_of_every_table_has_a_cell_for_each_column(page: Page) -> None:
    for table in tables_of(page).values():
        for group in table.groups:
            assert all(len(row.cells) == len(table.columns) for row in group.rows), table.title


def test_the_verdict_has_five_sentences_with_the_numbers_of_the_data(page: Page) -> None:
    assert len(page.verdict) == 5
    assert all(sentence.endswith(".") for sentence in page.verdict)
    fastest, order, empty, rivals, sure = page.verdict
    assert "7.78 % above its own" in fastest
    assert "n = 7" in fastest
    assert "paper: 49 %" in order
    assert "of 7,000 packets of ordered one-way calls (ordered-stages, exp7) 0 were" in order
    assert empty.startswith("The empty pipeline is confirmed")
    assert "3.67" in empty
    assert "omniORB" in rivals
    assert "paired" in rivals
    some, every = len(EXPERIMENTS), len(all_experiments())
    assert f"{some} of {every} experiments with 7 repetitions each, of 1,000 packets" in sure


def test_the_page_says_what_it_is_that_reorders(page: Page) -> None:
    (filled,) = (f for section, f in page.chapters[0].sections if section.name == "overview")
    reported = {finding.contestant: finding for finding in filled.answer}
    assert reported["Orbweaver"].status == "confirmed"
    assert "two-way calls on the connection's own thread came out of order in 0 of 28 runs" in (
        reported["Orbweaver"].text
    )
    assert "What reorders is the dispatch" in reported["Orbweaver"].text
    assert reported["omniORB"].status == "undecided"
    assert "cannot tell the call from the dispatch" in reported["omniORB"].text


def closing_tables(page: Page) -> list[Table]:
    (filled,) = (f for section, f in page.chapters[0].sections if section.name == "overview")
    return [
        block
        for block in filled.blocks
        if isinstance(block, Table) and block.title.startswith(("Table 14", "Table 15"))
    ]


def test_the_closing_tables_hold_runs_of_the_paper_s_length(page: Page) -> None:
    tables = closing_tables(page)
    assert len(tables) == 2
    for table in tables:
        heads = [row.head for row in table.groups[0].rows]
        assert heads[:2] == ["Published, one-way", "Orbweaver, one-way"]
        assert "Left out" not in table.note


def test_the_closing_tables_leave_out_shorter_runs_and_say_so(tmp_path: Path) -> None:
    short = [one(EXPERIMENTS[name], "orbweaver", "all", Random(1), packets=40)
             for name in ("exp3", "exp6")]  # fmt: skip
    for table in closing_tables(page_of(tmp_path, *short)):
        heads = {row.head for group in table.groups for row in group.rows}
        assert heads == {"Published, one-way", "Published, two-way"}
        assert "1,000 packets and 3 stages: Orbweaver of exp3 (40 packets, 3 stages)" in table.note


def test_the_page_names_the_default_and_the_chosen_settings_of_who_took_part(page: Page) -> None:
    assert [name for name, _ in page.settings] == ["Orbweaver", "omniORB"]
    assert "maxServerThreadPerConnection" in dict(page.settings)["omniORB"].chosen
    assert "How each peer is set" in html(page)
    assert "- omniORB: by default: A thread for each connection" in markdown(page)


@pytest.mark.parametrize(
    ("name", "reported"),
    [
        ("exp6", "1 packet was lost"),
        (
            "exp19",
            "no packet was lost where none may be; experiments in which packets are lost on "
            "purpose lost 1 packet.",
        ),
    ],
)
def test_the_verdict_counts_losses_but_where_they_are_what_is_measured(
    tmp_path: Path, name: str, reported: str
) -> None:
    run = run_of(name)
    stages = [run.stages[0].model_copy(update={"lost": 1}), *run.stages[1:]]
    page = page_of(tmp_path, run.model_copy(update={"stages": stages}))
    assert reported in page.verdict[-1]


def test_figures_that_measure_nothing_have_their_line(page: Page) -> None:
    reported = {gap.what for gap in page.missing if "drawings" in gap.why}
    assert reported == {
        "Figures 1 to 5 of paper 1", "Figures 1 to 7 of paper 2", "Figures 1 and 2 of paper 3"
    }  # fmt: skip


def test_one_way_calls_without_a_pool_tell_the_dispatch_from_the_call(tmp_path: Path) -> None:
    result = one(EXPERIMENTS["exp20"], "omniorb", "all", Random(1))
    assert result.rows is not None
    pool, connection = (
        row.model_copy(update={"reordered_previous": wrong})
        for row, wrong in zip(result.rows[:2], (5, 0), strict=True)
    )
    result = result.model_copy(update={"rows": [pool, connection]})
    page = page_of(tmp_path, result, result, run_of("exp5"))
    (filled,) = (f for section, f in page.chapters[0].sections if section.name == "overview")
    reported = {finding.contestant: finding for finding in filled.answer}["omniORB"]
    assert reported.status == "confirmed"
    assert "ne-way calls on the connection's own thread came out of order in 0 of 2 runs" in (
        reported.text
    )


def test_the_verdict_changes_with_the_data(tmp_path: Path) -> None:
    run = run_of("exp5")
    fast = [s.model_copy(update={"last_ms": s.last_ms / 3}) for s in run.stages]
    page = page_of(tmp_path, run.model_copy(update={"stages": fast}))
    assert page.verdict[2].startswith("The empty pipeline is not seen here")


def test_the_verdict_gives_a_single_repetition_no_range(tmp_path: Path) -> None:
    both = [run_of("exp6"), run_of("exp6", orb="omniorb")]
    rivals = page_of(tmp_path, *both).verdict[3]
    assert "of the time of omniORB" in rivals
    assert "…" not in rivals
    assert "too few repetitions" in rivals


def test_a_verdict_without_data_says_so(tmp_path: Path) -> None:
    page = page_of(tmp_path, run_of("exp14"))
    assert len(page.verdict) == 5
    assert "Nothing can be said of the fastest way" in page.verdict[0]
    assert "Without exp1" in page.verdict[1]
    assert "exp5 was not run" in page.verdict[2]
    assert "results of Orbweaver only" in page.verdict[3]
    assert f"1 of {len(all_experiments())} experiments with 1 repetition each" in page.verdict[4]


def test_a_folder_of_nothing_but_failures_makes_a_page(tmp_path: Path) -> None:
    note_not_run(tmp_path, NoResult("exp3", "omniorb", "stage2 died of signal 11"))
    page = build(load(tmp_path))
    assert page.verdict[4] == "There is no result that could be read."
    assert "stage2 died of signal 11" in html(page)


def test_what_is_missing_is_named_with_the_fix(tmp_path: Path) -> None:
    note_not_run(tmp_path, NoResult("exp3", "tao", "tao is not here"))
    note_not_run(tmp_path, NoResult("exp6", "orbweaver", "no time was left", "time", one_core=True))
    note_not_run(tmp_path, NoResult("exp6", "orbweaver", "it ran later", "time"))
    path = store(run_of("exp6"), tmp_path)
    (path.parent / "2.json").write_text("{")
    page = build(load(tmp_path))
    reported = {gap.what: gap.why for gap in page.missing}
    assert reported["exp1"] == "no result; run: orbweaver lab run exp1"
    assert reported["exp6/orbweaver/2.json"].startswith("left out: not whole JSON")
    assert any(what.startswith("exp3 with TAO, ") for what in reported)
    assert any(what.startswith("exp6 with Orbweaver on one processor, ") for what in reported)
    assert "it ran later" not in reported.values()
    assert page.verdict[4].endswith("1 run that had no room is listed under “not run”.")
    assert "not run" in reported["jacorb"]
    assert reported["invocation"] == "no result; run: orbweaver lab run invocation"
    gaps = [block for view in page.chapters for _, filled in view.sections
            for block in flat(filled.blocks) if isinstance(block, Gap)]  # fmt: skip
    assert any("--cores 1 --work spin" in gap.why for gap in gaps)


def test_the_page_tells_no_paths_of_the_machine_it_was_made_on(tmp_path: Path) -> None:
    path = store(run_of("exp6"), tmp_path)
    (path.parent / "2.json").write_text("{")
    page = build(load(tmp_path))
    assert all(str(tmp_path) not in writer(page) for writer in (html, markdown, values_csv))


def test_lost_packets_leave_a_claim_undecided(tmp_path: Path) -> None:
    run = run_of("exp6")
    stages = [stage.model_copy(update={"lost": 3}) for stage in run.stages]
    page = page_of(tmp_path, run.model_copy(update={"stages": stages}))
    (filled,) = (f for section, f in page.chapters[0].sections if section.name == "exp6")
    assert [finding.status for finding in filled.answer] == ["undecided"]
    assert "9 packets were lost" in page.verdict[4]


def test_disorder_where_order_is_claimed_contradicts_it(tmp_path: Path) -> None:
    run = run_of("exp6")
    stages = [stage.model_copy(update={"reordered_previous": 2}) for stage in run.stages]
    page = page_of(tmp_path, run.model_copy(update={"stages": stages}))
    (filled,) = (f for section, f in page.chapters[0].sections if section.name == "exp6")
    assert filled.answer[0].status == "contradicted"
    assert filled.answer[0].text.startswith("Packets changed places")


def test_a_far_repetition_is_named_and_counted(tmp_path: Path) -> None:
    runs = [run_of("exp6", stages=[s.model_copy(update={"last_ms": s.last_ms + n})
                                   for s in run_of("exp6").stages])
            for n in (0, 1, 2, 3, 4, 900)]  # fmt: skip
    page = page_of(tmp_path, *runs)
    table = next(t for title, t in tables_of(page).items() if title.startswith("Table 12,"))
    assert "Far from the others, and counted: Orbweaver, repetition 6" in table.note
    cell = table.groups[0].rows[-1].cells[-1]
    assert isinstance(cell, Number)
    assert cell.high == pytest.approx(cell.value + 900 - 2.5)


def test_runs_without_work_or_stages_beyond_the_papers_make_a_page(tmp_path: Path) -> None:
    idle = run_of("exp6", floor_ms=0.0)
    config = idle.config.model_copy(update={"work_ms": 0.0})
    longer = run_of("exp5")
    extra = longer.stages[-1].model_copy(update={"name": "stage4"})
    page = page_of(tmp_path, idle.model_copy(update={"config": config}),
                   longer.model_copy(update={"stages": [*longer.stages, extra]}))  # fmt: skip
    assert "Stage 4" in html(page)


class Reader(HTMLParser):
    """What a page refers to, and whether its elements are closed."""

    VOID = ("meta", "link", "br", "hr", "img", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []
        self.scripts = 0
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.references += [v or "" for k, v in attrs if k in ("src", "href", "srcset", "action")]
        self.ids += [v or "" for k, v in attrs if k == "id"]
        self.scripts += tag == "script"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_refers_to_nothing_outside_itself(page: Page) -> None:
    reader = Reader()
    reader.feed(html(page))
    assert reader.open == []
    assert reader.scripts == 3
    assert len(reader.ids) == len(set(reader.ids))
    for reference in reader.references:
        assert reference == "data:," or reference[1:] in reader.ids


def test_foreign_words_are_shown_and_not_obeyed(tmp_path: Path) -> None:
    note_not_run(tmp_path, NoResult("exp3", "<b>x</b>", "</script><script>alert(1)</script>"))
    run = run_of("exp6")
    about = run.provenance.model_copy(update={"cpu": "</script><img src=x onerror=alert(1)>"})
    other = run.model_copy(update={"provenance": about})
    text = html(page_of(tmp_path, run, other))
    head, _, rest = text.partition("<main>")
    body = rest.partition("</main>")[0]
    figures = re.search(r'id="figures">(.*?)</script>', text, re.DOTALL)
    assert figures
    assert "onerror=alert(1)" in figures[1]
    for part in (head.partition("<body>")[2], body, figures[1]):
        assert "<img" not in part
        assert "<script" not in part
        assert "<b>x" not in part


def test_markdown_tables_are_whole(page: Page) -> None:
    lines = markdown(page).splitlines()
    for before, line in pairwise(lines):
        if line.startswith("| ---"):
            columns = line.count("|")
            assert before.count("|") == columns
    assert lines[0].startswith("# Orbweaver lab")
    measured = [section for view in page.chapters for section, _ in view.sections]
    assert {section.stored for section in measured} >= set(EXPERIMENTS)
    for section in measured:
        assert any(line.startswith(f"### {section.shown}: ") for line in lines)


def test_csv_has_every_value_unrounded(page: Page, folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(values_csv(page))))
    assert tuple(rows[0]) == HEADER
    numbers = sum(
        isinstance(cell, Number)
        for table in tables_of(page).values()
        for group in table.groups
        for row in group.rows
        for cell in row.cells
    )
    assert sum(bool(row["value"]) for row in rows) > numbers
    producer = [row for row in rows if row["section"] == "exp1" and row["row"] == "omniORB"
                and row["column"] == "Producer"]  # fmt: skip
    measured = sorted(
        run.producer.last_sent_ms
        for run in load(folder).runs
        if (run.experiment, run.orb, run.config.cores) == ("exp1", "omniorb", "all")
    )
    assert float(producer[0]["value"]) == measured[3]


def test_a_page_is_the_same_each_time(folder: Path, page: Page) -> None:
    assert html(build(load(folder))) == html(page)


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (ms, 5010.04, "5,010.0"), (ms, 7.129, "7.13"), (us, 12.34, "12.3"), (us, 1234.5, "1,234"),
        (us, float("nan"), "?"), (times, 1.00017, "1.0002"), (times, 2.5, "2.500"),
        (share, 0.5, "50 %"), (share, 0.0321, "3.2 %"), (share, 0.0004, "0.04 %"),
        (share, 0, "0 %"),
        (over, 1.0778, "+7.78 %"), (over, 0.9, "\u221210.00 %"), (over, 3.0, "+200 %"),
        (beyond, 1.0778, "7.78 % above"), (beyond, 0.9, "10.00 % below"), (whole, 3.5, "3.5"),
        (whole, 1234.0, "1,234"),
    ],
)  # fmt: skip
def test_numbers_are_written_for_people(form: object, value: float, text: str) -> None:
    assert callable(form)
    assert form(value) == text


def test_broken_results_do_not_keep_a_page_from_being_made(tmp_path: Path) -> None:
    path = store(run_of("exp6"), tmp_path)
    (path.parent / "2.json").write_text(to_json(run_of("exp6"))[:-20])
    assert "not whole JSON" in markdown(build(load(tmp_path)))


def test_charts_stand_in_the_page_in_the_order_of_their_figures(page: Page) -> None:
    text = html(page)
    numbers = [int(n) for n in re.findall(r'data-figure="(\d+)"', text)]
    assert numbers == list(range(len(charts_of(page))))
    assert isinstance(charts_of(page)[0], Chart)


ODD: list[dict[str, object]] = [
    {"stages": [s.model_copy(update={"last_ms": 0.0}) for s in run_of("exp6").stages]},
    {"stages": [s.model_copy(update={"last_ms": 1e308}) for s in run_of("exp6").stages]},
    {"floor_ms": None},
    {"floor_ms": 5e-324},
    {"stages": run_of("exp6").stages[:1]},
    {"rows": []},
    {"provenance": run_of("exp6").provenance.model_copy(update={"date": "yesterday"})},
    {"provenance": run_of("exp6").provenance.model_copy(update={"date": "2026-01-01"})},
    {"config": run_of("exp6").config.model_copy(update={"packets": 0})},
]


@pytest.mark.parametrize("changes", ODD, ids=lambda one: next(iter(one)))
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_odd_results_make_a_page_all_the_same(
    tmp_path: Path, name: str, changes: dict[str, object]
) -> None:
    ours = run_of(name, **changes)
    theirs = ours.model_copy(update={"orb": "omniorb"})
    page = page_of(tmp_path, ours, ours, theirs, theirs)
    assert html(page)
    assert markdown(page)
    assert values_csv(page)


def test_sweeps_whose_repeats_have_other_points_are_shown_by_the_first(tmp_path: Path) -> None:
    run = run_of("exp14")
    assert run.rows
    page = page_of(tmp_path, run, run.model_copy(update={"rows": run.rows[:2]}))
    table = tables_of(page)["Orbweaver: stages"]
    assert [row.head for row in table.groups[0].rows] == ["1", "2", "4", "8", "16", "32"]


ADDED = """
from orbweaver.page.blocks import Finding, Gap, Row, RowGroup, Table
from orbweaver.experiments.experiment import Experiment

EXPERIMENT = Experiment(
    name="clocks-of-a-test", chapter="latency", order=1, title="Clocks", question="How fast?",
    prediction="Fast.", method="Look.", threats=("None.",), has_data=lambda evidence: True,
    answer=lambda evidence: [Finding("confirmed", "", "It is fast.", "It is: by far")],
    blocks=lambda evidence: [
        Table("Costs", ["ns"], [RowGroup("", [Row("tsc", ["7"])])]), Gap("More", "not yet"),
    ],
)
"""


def test_a_folder_among_the_experiments_is_on_the_page_without_being_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "clocks_of_a_test"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "experiment.py").write_text(ADDED)
    monkeypatch.setattr(experiments, "__path__", [*experiments.__path__, str(tmp_path)])
    page = page_of(tmp_path / "results", run_of("exp6"))
    text = html(page)
    assert 'id="clocks-of-a-test"' in text
    assert "It is fast." in text
    assert "clocks-of-a-test,Costs,,tsc,ns,,,,7" in values_csv(page)
    assert "### clocks-of-a-test: Clocks" in markdown(page)
