"use strict";
(() => {
  const figures = JSON.parse(document.getElementById("figures").textContent);
  const plots = [...document.querySelectorAll(".plot")];
  const settings = { displayModeBar: false, responsive: true, showTips: false };
  const axis = { automargin: true, zeroline: false, fixedrange: true };
  // In the font in which they are shown: legends and margins are as wide as their texts.
  const family = getComputedStyle(document.documentElement).getPropertyValue("--sans");
  const common = {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", hovermode: "closest", dragmode: false,
    margin: { l: 56, r: 12, t: 8, b: 40 }, font: { size: 12, family }, showlegend: true,
    legend: { orientation: "h", x: 0, y: 1.02, xanchor: "left", yanchor: "bottom" },
  };
  // 1, 2, 5, 10: all nine marks of a decade would lie over each other.
  const axisOf = (given) => ({ ...axis, ...(given?.type === "log" ? { dtick: "D2" } : {}), ...given });
  const layoutOf = (figure) => ({
    ...common, ...figure.layout, xaxis: axisOf(figure.layout.xaxis), yaxis: axisOf(figure.layout.yaxis),
  });
  const draw = (plot) => {
    const figure = figures[Number(plot.dataset.figure)];
    return Plotly.newPlot(plot, figure.traces, layoutOf(figure), settings);
  };
  // Paper is narrower than most screens, and is laid out before a chart could notice.
  const paperWidth = (plot) => {
    const row = plot.closest(".beside");
    return row && row.children.length > 1 ? 325 : 670;
  };
  const fit = (width) => plots.forEach((plot) => Plotly.relayout(plot, { width: width(plot) }));
  const threats = [...document.querySelectorAll("details.threats")];
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = threats.filter((one) => !one.open);
    closed.forEach((one) => { one.open = true; });
    fit(paperWidth);
  });
  addEventListener("afterprint", () => {
    closed.forEach((one) => { one.open = false; });
    fit(() => null);
  });
  Promise.all(plots.map(draw)).then(() => { document.documentElement.dataset.drawn = plots.length; });
})();
