// Makes elements and texts. Whatever comes from a run folder goes through text nodes and attributes that are no code:
// nothing in these scripts ever makes HTML of a string.

const VECTOR = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) {
      node.addEventListener(name.slice(2), value);
    } else if (value === true) {
      node.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, String(value));
    }
  }
  add(node, children);
  return node;
}

function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      node.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
  }
}

/** An element with attributes, listeners (onclick: ...) and children; texts become text. */
export function element(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
export function drawing(tag, attributes, ...children) {
  return filled(document.createElementNS(VECTOR, tag), attributes, children);
}

/** Says something to whoever listens instead of looking. */
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

const counts = new Intl.NumberFormat("en-US");

export function count(number) {
  return number === null || number === undefined ? "–" : counts.format(Math.round(number));
}

export function percent(share) {
  return share === null || share === undefined ? "–" : (share * 100).toFixed(1) + "%";
}

export function millis(number) {
  return number === null || number === undefined ? "–" : number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0) + " ms";
}

export function seconds(number) {
  return number === null || number === undefined ? "–" : number.toFixed(1) + " s";
}

export function size(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  let unit = 0;
  while (bytes >= 1024 && unit < units.length - 1) {
    bytes /= 1024;
    unit++;
  }
  return (unit === 0 ? bytes : bytes.toFixed(1)) + " " + units[unit];
}

/** A moment as the clock on this machine shows it. */
export function moment(text) {
  if (!text) {
    return "–";
  }
  const date = new Date(text);
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} `
    + `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

const SIGNS = { satisfied: "✓", violated: "✕", undecided: "?", running: "●", "broken-off": "…", damaged: "!", failed: "!" };

/** A verdict or state in its colour, with a sign for those who don't see colours. */
export function badge(word) {
  return element("span", { class: "badge " + word }, SIGNS[word] ? element("span", { "aria-hidden": "true" }, SIGNS[word]) : null,
    word.replace("-", " "));
}

/** What a run's badge says: its verdict, or what it has instead. */
export function standing(run) {
  return run.state === "finished" ? run.verdict : run.state;
}

export function tile(name, value, unit) {
  return element("div", { class: "tile" }, element("dt", {}, name),
    element("dd", {}, value, unit ? element("small", {}, " " + unit) : null));
}

export function field(label, control, hint) {
  const id = control.id || "field-" + label.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  control.id = id;
  const parts = [element("label", { for: id }, label), control];
  if (hint) {
    control.setAttribute("aria-describedby", id + "-hint");
    parts.push(element("p", { class: "hint", id: id + "-hint" }, hint));
  }
  return element("div", {}, parts);
}

/** A table whose first column names the rows. */
export function table(caption, heads, rows) {
  return element("div", { class: "scroll" }, element("table", {},
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, rows)));
}

export function row(name, cells, attributes) {
  return element("tr", attributes || {}, element("th", { scope: "row" }, name),
    cells.map((cell) => element("td", {}, cell)));
}

export function pairs(entries) {
  return element("dl", { class: "pairs" }, entries.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}
