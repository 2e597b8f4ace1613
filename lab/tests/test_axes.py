# SPDX-License-Identifier: Apache-2.0
from orbweaver.page.axes import log_axis


def test_an_axis_of_many_decades_has_ticks_at_the_powers_of_ten() -> None:
    axis = log_axis("µs", [1, 5000])
    assert (axis["type"], axis["dtick"]) == ("log", 1)
    assert "tickvals" not in axis


def test_an_axis_of_few_decades_has_whole_numbers_at_its_ticks() -> None:
    axis = log_axis("µs", [3, 180, None, 0])
    assert axis["ticktext"] == [
        "1", "2", "5", "10", "20", "50", "100", "200", "500", "1,000", "2,000", "5,000",
    ]  # fmt: skip
    assert "dtick" not in axis


def test_an_axis_of_small_numbers_says_them_as_they_are() -> None:
    assert log_axis("ms", [0.02, 0.05])["ticktext"][:3] == ["0.01", "0.02", "0.05"]  # type: ignore[index]


def test_an_axis_without_values_is_one_of_decades() -> None:
    assert log_axis("µs")["dtick"] == 1
