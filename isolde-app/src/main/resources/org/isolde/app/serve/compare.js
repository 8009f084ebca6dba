// Several runs side by side: what was asked differently, what was found, how they ran.

import { element, badge, standing, table, row, count, percent, millis, seconds, moment } from "./elements.js";

export async function showCompare(context) {
  context.title("Compare");
  const names = (new URLSearchParams(location.search).get("runs") || "").split("/").filter(Boolean);
  if (names.length < 2) {
    return { content: [element("h1", {}, "Compare"), element("p", {}, "Pick two or more runs in the ", element("a", { href: "/" }, "list"), ".")] };
  }
  const runs = await Promise.all(names.map((name) => context.api("runs/" + encodeURIComponent(name))));
  // oldest first, with the numbers that the plots have
  runs.sort((one, other) => (one.time || "").localeCompare(other.time || ""));
  const plotted = runs.filter((run) => run.committed !== null);
  const heads = [""].concat(runs.map((run) => element("a", { href: "/runs/" + encodeURIComponent(run.name) },
    `${plotted.includes(run) ? plotted.indexOf(run) + 1 + ". " : ""}${run.target || run.name} ${run.time ? moment(run.time) : ""}`)));
  const only = element("input", { type: "checkbox", id: "only", checked: true, onchange: () => drawParameters() });
  const place = element("div", {});

  function drawParameters() {
    const rows = parameters(runs).filter((each) => !only.checked || each.differs)
      .map((each) => row(each.name, each.values.map((value) => value ?? "–"), { class: each.differs ? "differs" : null }));
    place.replaceChildren(rows.length ? table("Parameters", heads.map((head) => head instanceof Node ? head.cloneNode(true) : head), rows)
      : element("p", { class: "faint" }, "They were asked for the same."));
  }

  drawParameters();
  return {
    content: [
      element("p", {}, element("a", { href: "/" }, "← All runs")),
      element("h1", {}, `${runs.length} runs side by side`),
      element("section", { class: "card" }, element("h2", {}, "Parameters"),
        element("p", {}, element("label", { for: "only" }, only, " Only what differs")), place),
      element("section", { class: "card", id: "verdicts" }, element("h2", {}, "Verdicts"),
        table("Verdicts level by level", heads.map((head) => head instanceof Node ? head.cloneNode(true) : head), verdictRows(runs))),
      element("section", { class: "card", id: "figures" }, element("h2", {}, "Figures"), table("Figures", heads, figureRows(runs))),
      plots(runs),
    ],
  };
}

function parameters(runs) {
  const told = runs.map((run) => {
    const flat = { database: run.database, target: run.target, isolation: run.isolation, "levels checked": run.levels.join(", "), workload: run.workload };
    const { workloadOptions, ...header } = { ...run.header };
    for (const [name, value] of Object.entries({ ...header, ...((run.result || {}).workloadOptions || workloadOptions) })) {
      if (!(name in flat) && name !== "live") {
        flat[name] = value !== null && typeof value === "object" ? JSON.stringify(value) : value;
      }
    }
    flat.rounds = run.rounds;
    return flat;
  });
  return [...new Set(told.flatMap((flat) => Object.keys(flat)))].map((name) => {
    const values = told.map((flat) => flat[name]);
    return { name, values, differs: new Set(values.map(String)).size > 1 };
  });
}

/** Of several rounds the worst verdict counts. */
function worst(run) {
  const order = ["satisfied", "inapplicable", "undecided", "violated"];
  const found = {};
  for (const round of (run.result && run.result.rounds) || []) {
    for (const [level, verdict] of Object.entries((round.check && round.check.verdicts) || {})) {
      if (!(level in found) || order.indexOf(verdict) > order.indexOf(found[level])) {
        found[level] = verdict;
      }
    }
  }
  return found;
}

function verdictRows(runs) {
  const found = runs.map(worst);
  const levels = [...new Set(found.flatMap((each) => Object.keys(each)))];
  return [row("all together", runs.map((run) => badge(standing(run))))].concat(levels.reverse().map((level) => {
    const verdicts = found.map((each) => each[level]);
    return row(level, verdicts.map((verdict) => verdict ? badge(verdict) : element("span", { class: "faint" }, "not checked")),
      { class: new Set(verdicts.filter(Boolean)).size > 1 ? "differs" : null });
  }), [row("anomalies", runs.map((run) => run.anomalies.join(", ") || "none"))]);
}

function figureRows(runs) {
  const lines = [["Committed", (run) => count(run.committed)], ["Per second", (run) => count(run.throughput)],
    ["Aborted", (run) => percent(run.abortRate)], ["Median latency", (run) => millis(run.median)],
    ["99th percentile", (run) => millis(run.p99)], ["Ran for", (run) => seconds(run.seconds)]];
  return lines.map(([name, value]) => row(name, runs.map(value)));
}

/** Drawn by the server, as in the reports of benchmarks. */
function plots(runs) {
  if (runs.every((run) => run.committed === null)) {
    return "";
  }
  const address = "/api/plot?runs=" + runs.map((run) => encodeURIComponent(run.name)).join("/");
  return element("section", { class: "card", id: "plots" }, element("h2", {}, "Plots"),
    element("p", { class: "plot" }, element("img", {
      src: address, alt: "Committed transactions a second, aborted share and median latency of these runs; the figures are in the table above",
    })),
    element("a", { href: address, download: "runs.svg" }, "Download the picture"));
}
