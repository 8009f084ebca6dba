// The chart of a monitor's page: what came, what was checked and what was found, over the last hour. Plain SVG, and no HTML of
// a string.

const SVG = "http://www.w3.org/2000/svg";
const LEAST_WIDTH = 260;
const HEIGHT = 170;
const LEFT = 62;
const BOTTOM = 22;
const TOP = 14;

const counts = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, notation: "compact" });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

function shape(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** From counters to what there was between two samples, a second. */
export function rates(samples) {
  return samples.slice(1).map((sample, i) => {
    const before = samples[i];
    const seconds = Math.max(0.001, (sample.time - before.time) / 1000);
    return {
      time: sample.time,
      received: Math.max(0, sample.received - before.received) / seconds,
      checked: Math.max(0, sample.checked - before.checked) / seconds,
      violations: Math.max(0, sample.violations - before.violations),
    };
  });
}

export function draw(svg, samples) {
  const points = rates(samples);
  // as wide as there is room, so that letters keep their size on a phone
  const width = Math.max(LEAST_WIDTH, svg.clientWidth);
  svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  if (points.length < 2) {
    svg.replaceChildren(shape("text", { x: LEFT, y: HEIGHT / 2, class: "axis" }, "the first points come in a few seconds"));
    return;
  }
  const first = points[0].time;
  const last = points[points.length - 1].time;
  const most = Math.max(1, ...points.map(point => Math.max(point.received, point.checked)));
  const x = time => LEFT + (time - first) / Math.max(1, last - first) * (width - LEFT - 10);
  const y = rate => HEIGHT - BOTTOM - rate / most * (HEIGHT - BOTTOM - TOP);
  const line = name => shape("polyline", {
    class: name,
    points: points.map(point => x(point.time).toFixed(1) + "," + y(point[name]).toFixed(1)).join(" "),
  });
  const axis = [0, 0.5, 1].flatMap(share => [
    shape("line", { class: "grid", x1: LEFT, x2: width - 10, y1: y(share * most), y2: y(share * most) }),
    shape("text", { class: "axis", x: LEFT - 6, y: y(share * most) + 4, "text-anchor": "end" }, counts.format(share * most) + "/s"),
  ]);
  const times = [0, 0.5, 1].map(share => shape("text", {
    class: "axis", x: x(first + share * (last - first)), y: HEIGHT - 6, "text-anchor": ["start", "middle", "end"][share * 2],
  }, clock.format(new Date(first + share * (last - first)))));
  const found = points.filter(point => point.violations > 0).map(point => shape("line", {
    class: "found", x1: x(point.time), x2: x(point.time), y1: TOP, y2: HEIGHT - BOTTOM,
  }, shape("title", {}, point.violations + (point.violations === 1 ? " violation, " : " violations, ") + clock.format(new Date(point.time)))));
  svg.replaceChildren(...axis, ...times, ...found, line("received"), line("checked"));
}
