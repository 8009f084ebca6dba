// A test, or fuzzing, that the page has started, live: told by the server as events.

import { element, drawing, announce, badge, tile, table, row, count, percent, millis } from "./elements.js";

const WIDTH = 900;
const HEIGHT = 230;
const LEFT = 62;
const RIGHT = 52;
const TOP = 12;
const BOTTOM = 28;
const QUIET_MILLIS = 5000;

export async function showTests(context) {
  context.title("Tests");
  const tests = (await context.api("tests")).tests;
  return {
    content: [element("h1", {}, "Tests started here"),
      tests.length === 0 ? element("p", { class: "card empty" }, "None yet. ", element("a", { href: "/new" }, "Start one"), ".")
        : element("section", { class: "card" }, table("Tests", ["Test", "State", "Verdict", "Run"], tests.map((test) => row(
          element("a", { href: "/tests/" + test.id }, `${test.id}. ${test.title}`),
          [badge(test.state), test.verdict ? badge(test.verdict) : "–",
            test.run && test.over ? element("a", { href: "/runs/" + encodeURIComponent(test.run) }, test.run) : "–"]))))],
  };
}

export async function showTest(context, id) {
  const first = await context.api("tests/" + encodeURIComponent(id));
  context.title("Test " + first.id);
  let curve = first.curve;
  let spoken = 0;
  let state = "";
  let ended = false;
  const heading = element("h1", {});
  const phase = element("p", { class: "lead", id: "phase" });
  const bar = element("progress", { "aria-label": "Progress of the round", max: 1 });
  const tiles = element("dl", { class: "tiles" });
  const problem = element("p", { class: "problem", role: "alert" });
  const end = element("p", { id: "end" });
  const chart = element("div", {});
  const cancel = element("button", {
    type: "button", id: "cancel",
    onclick: async () => {
      cancel.disabled = true;
      try {
        draw(await context.api("tests/" + first.id + "/cancel", {}));
      } catch (refused) {
        problem.textContent = refused.message;
        cancel.disabled = false;
      }
    },
  }, "Cancel");

  function draw(test) {
    if (ended) {
      return;
    }
    const standing = test.cancelled ? "cancelled" : test.verdict && test.over ? test.verdict : test.state;
    heading.replaceChildren(test.title, badge(standing), test.cancelled && test.over && test.verdict ? badge(test.verdict) : "");
    phase.textContent = test.phase;
    bar.hidden = test.over;
    if (test.share >= 0) {
      bar.value = test.share;
    } else {
      bar.removeAttribute("value");
    }
    tiles.replaceChildren(...figures(test));
    problem.textContent = test.problem || "";
    cancel.hidden = test.over || test.cancelled;
    speak(test);
    if (test.over) {
      ended = true;
      const words = test.run ? element("a", { class: "button", href: "/runs/" + encodeURIComponent(test.run) }, "Open the run")
        : element("a", { class: "button", href: "/new" }, "Start another");
      end.replaceChildren(words);
    }
  }

  /** Not every half second: nobody could listen to that. */
  function speak(test) {
    const now = Date.now();
    if (test.state !== state || now - spoken > QUIET_MILLIS) {
      state = test.state;
      spoken = now;
      announce(test.over ? `${test.phase}${test.verdict ? ": " + test.verdict : ""}`
        : isFuzz(test) ? `${test.phase}, ${count(test.cases)} cases, ${count(test.findings)} findings`
          : `${test.phase}, ${count(test.committed)} committed, ${test.violations} violated`);
    }
  }

  function drawCurve() {
    if (isFuzz(first)) {
      return;
    }
    chart.replaceChildren(curve.length > 1 ? plot(curve) : element("p", { class: "faint" }, "The curve begins with the first round."));
  }

  draw(first);
  drawCurve();
  let events = null;
  if (!first.over) {
    events = new EventSource("/api/tests/" + first.id + "/events");
    const whole = (event) => {
      const test = JSON.parse(event.data);
      curve = test.curve;
      draw(test);
      drawCurve();
    };
    events.addEventListener("start", whole);
    events.addEventListener("progress", (event) => {
      const test = JSON.parse(event.data);
      if (test.point && (!curve.length || test.point[0] > curve[curve.length - 1][0])) {
        curve.push(test.point);
        drawCurve();
      }
      draw(test);
    });
    events.addEventListener("end", (event) => {
      whole(event);
      events.close();
    });
    events.addEventListener("error", () => {
      if (!ended) {
        phase.textContent = "The server does not answer; trying again …";
      }
    });
  }
  return {
    leave: () => { if (events) { events.close(); } },
    content: [element("p", {}, element("a", { href: "/tests" }, "← All tests")), heading, phase, bar, problem, end, tiles,
      isFuzz(first) ? "" : element("section", { class: "card" }, element("h2", {}, "Over time"), chart,
        element("p", { class: "legend", "aria-hidden": "true" }, element("span", {}, "committed per second"), element("span", { class: "aborts" }, "aborted"))),
      element("section", { class: "card" }, element("h2", {}, "The same on the command line"), element("pre", {}, first.command)),
      cancel],
  };
}

function isFuzz(test) {
  return test.kind === "fuzz";
}

function figures(test) {
  return isFuzz(test)
    ? [tile("Cases", count(test.cases)), tile("Per second", test.casesPerSecond === undefined ? "–" : test.casesPerSecond.toFixed(1)),
      tile("Statements compared", percent(test.compared)), tile("Kinds of SQL", test.kinds === undefined ? "–" : `${test.kinds} of ${test.ofKinds}`),
      tile("Discarded", count(test.discarded)), tile("Findings", count(test.findings))]
    : [tile("Round", test.round || "–"), tile("Committed", count(test.committed)), tile("Per second", count(test.throughput)),
      tile("Aborted", percent(test.abortRate)), tile("Median latency", millis(test.median)), tile("Violated rounds", count(test.violations))];
}

/** Throughput on the left axis, the share of aborts on the right one. */
function plot(curve) {
  const last = curve[curve.length - 1][0];
  const most = round(Math.max(1, ...curve.map((point) => point[1])));
  const x = (time) => LEFT + (WIDTH - LEFT - RIGHT) * (last ? time / last : 0);
  const y = (share) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
  const path = (value) => curve.map((point, index) => `${index ? "L" : "M"}${x(point[0]).toFixed(1)} ${y(value(point)).toFixed(1)}`).join("");
  const lines = [0, 0.5, 1].map((share) => [
    drawing("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(share), y2: y(share) }),
    drawing("text", { class: "axis", x: LEFT - 8, y: y(share) + 4, "text-anchor": "end" }, count(most * share)),
    drawing("text", { class: "axis", x: WIDTH - RIGHT + 8, y: y(share) + 4 }, Math.round(share * 100) + "%"),
  ]);
  const now = curve[curve.length - 1];
  return drawing("svg", {
    class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": `Committed per second over ${Math.round(last)} seconds, now ${count(now[1])}, with ${percent(now[2])} aborted`,
  }, lines, drawing("text", { class: "axis", x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, last.toFixed(1) + " s"),
  drawing("text", { class: "axis", x: LEFT, y: HEIGHT - 8 }, "0 s"),
  drawing("path", { class: "aborts", d: path((point) => point[2]) }),
  drawing("path", { class: "throughput", d: path((point) => point[1] / most) }));
}

/** The next number of one digit and zeros. */
function round(number) {
  const unit = 10 ** Math.floor(Math.log10(number));
  return Math.ceil(number / unit) * unit;
}
