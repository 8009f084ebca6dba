// The form that starts a test, or fuzzing. Its fields are the options of 'isolde test' and 'isolde fuzz', as these are declared; what is
// left empty has its default.

import { element, field } from "./elements.js";

const URL_CHOICE = "a running one, by its JDBC URL";

export async function showForm(context) {
  context.title("New test");
  if (!context.session.allowTests) {
    return { content: [element("h1", {}, "New test"), element("p", {}, "This page only shows runs; start it with --allow-tests to run some.")] };
  }
  const choices = await context.api("options");
  const problem = element("p", { class: "problem", role: "alert" });
  const option = (value, text, selected) => element("option", { value, selected }, text ?? value);
  const input = (name, attributes) => element("input", { id: name, name, autocomplete: "off", ...attributes });
  const kind = element("select", { id: "kind", onchange: () => drawKind() },
    option("test", "test: is the isolation level kept, with keys and values?"),
    option("fuzz", "fuzz: do random statements in transactions do what they do without?"));
  const db = element("select", { id: "db", onchange: () => drawDatabase() },
    choices.databases.map((each) => option(each.name, each.name, each.name === "h2")), option(URL_CHOICE));
  const version = input("version");
  const url = input("url", { placeholder: "jdbc:postgresql://host/database", spellcheck: "false" });
  const dialect = element("select", { id: "dialect" }, option("", "as the URL says"), choices.databases.map((each) => option(each.name)));
  const user = input("user");
  const password = input("password", { type: "password", autocomplete: "new-password" });
  const databaseOptions = element("textarea", { id: "db-options", rows: 2, placeholder: "name=value, one a line", spellcheck: "false" });
  const isolation = element("select", { id: "isolation", onchange: () => drawLevel() });
  const isolationText = input("isolation-text", { placeholder: "the strongest" });
  const level = element("select", { id: "level" });
  const workload = element("select", { id: "workload", onchange: () => drawDefaults() });
  const about = element("p", { class: "hint full" });
  const versionField = field("Version", version, "");
  const urlFields = [field("JDBC URL", url), field("Dialect", dialect), field("User", user),
    field("Password", password, "It is used for this test, and never stored or shown.")];
  const isolationField = field("Isolation", isolation, "What the database is asked for: the level that your application uses.");
  const isolationTextField = field("Isolation", isolationText, "What the database is asked for: the level that your application uses.");
  const { controls, fields, section } = declared(choices.options, "");
  const fuzz = declared(choices.fuzzOptions, "fuzz-");

  /** The fields of options: what is typed where, by their names, and those of a part of the form. */
  function declared(options, prefix) {
    const controls = {};
    const fields = {};
    for (const each of options) {
      controls[each.name] = controlOf({ ...each, name: prefix + each.name });
      fields[each.name] = field(each.title, controls[each.name], each.hint);
    }
    return { controls, fields, section: (name) => options.filter((each) => each.section === name).map((each) => fields[each.name]) };
  }

  function controlOf({ name, input: type, choices: texts, least, default: standard }) {
    if (type === "choice") {
      return element("select", { id: name }, option("", standard || "none"), texts.map((each) => option(each)));
    }
    if (type === "flag") {
      return element("select", { id: name }, option("", "no"), option("true", "yes"));
    }
    return type === "number" && least !== null ? input(name, { type: "number", min: least, placeholder: standard })
      : input(name, { placeholder: standard });
  }

  const isFuzz = () => kind.value === "fuzz";
  const isUrl = () => db.value === URL_CHOICE;
  const chosen = () => choices.databases.find((each) => each.name === db.value);

  function drawKind() {
    for (const each of db.options) {
      const database = choices.databases.find((one) => one.name === each.value);
      each.disabled = isFuzz() && Boolean(database) && !database.abilities.includes("sql");
    }
    if (db.selectedOptions[0].disabled) {
      db.value = "h2";
    }
    testParts.forEach((each) => { each.hidden = isFuzz(); });
    fuzzParts.forEach((each) => { each.hidden = !isFuzz(); });
    button.textContent = isFuzz() ? "Start fuzzing" : "Start the test";
    drawDatabase();
  }

  function drawDatabase() {
    const database = chosen();
    urlFields.forEach((each) => { each.hidden = !isUrl(); });
    isolationField.hidden = isUrl();
    isolationTextField.hidden = !isUrl();
    for (const each of choices.options) {
      const without = Boolean(database) && database.without.includes(each.name);
      fields[each.name].hidden = without;
      if (without) {
        controls[each.name].value = "";
      }
    }
    versionField.hidden = !database || !database.versions;
    about.textContent = database ? [database.summary + (database.verified ? "" : " (not verified on a live server)"),
      database.versions ? "Versions: " + database.versions : null, ...database.options.map((each) => "Option " + each)].filter(Boolean).join(". ")
      : "Its tables are made and dropped: use a database of its own.";
    isolation.replaceChildren(...(database ? database.isolations : []).map((each) =>
      option(each.name, `${each.name} (claims ${each.claims})`, each.name === database.defaultIsolation)));
    const able = (each) => !database || each.needs.every((need) => database.abilities.includes(need));
    workload.replaceChildren(option("", "by database and level"), ...choices.workloads.filter(able).map((each) => option(each.name, `${each.name}: ${each.summary}`)));
    drawLevel();
    drawDefaults();
  }

  function drawLevel() {
    const database = chosen();
    const claim = database && database.isolations.find((each) => each.name === isolation.value);
    level.replaceChildren(option("", claim ? `what it claims: ${claim.claims} (${claim.title})` : "what it claims"),
      ...choices.levels.slice().reverse().map((each) => option(each.name, `${each.name}: ${each.title}`)));
  }

  function drawDefaults() {
    const work = choices.workloads.find((each) => each.name === (workload.value || "mini"));
    for (const [name, text] of Object.entries(work ? work.defaults : {})) {
      if (controls[name].tagName === "INPUT") {
        controls[name].placeholder = text;
      }
    }
  }

  function body() {
    const options = { isolation: isUrl() ? isolationText.value : isolation.value };
    if (!isFuzz()) {
      options.level = level.value;
      options.workload = workload.value;
    }
    for (const [name, control] of Object.entries(isFuzz() ? fuzz.controls : controls)) {
      options[name] = control.value;
    }
    const settings = {};
    for (const line of databaseOptions.value.split("\n").map((each) => each.trim()).filter(Boolean)) {
      const equals = line.indexOf("=");
      if (equals < 1) {
        throw new Error(`'${line}' is no setting of the database; write name=value`);
      }
      settings[line.slice(0, equals)] = line.slice(equals + 1);
    }
    if (isUrl()) {
      return { kind: kind.value, db: url.value.trim(), dialect: dialect.value, user: user.value, password: password.value, databaseOptions: settings, options };
    }
    return { kind: kind.value, db: db.value + (version.value.trim() ? ":" + version.value.trim() : ""), databaseOptions: settings, options };
  }

  const testParts = [element("fieldset", {}, element("legend", {}, "Test"), element("div", { class: "fields" },
    field("Level to check", level, "It never changes what the database is asked for."), field("Workload", workload), section("test"))),
  element("div", { class: "fields" }, section("more"))];
  const fuzzParts = [element("fieldset", {}, element("legend", {}, "Fuzzing"), element("div", { class: "fields" }, fuzz.section("test"))),
    element("div", { class: "fields" }, fuzz.section("more"))];
  const button = element("button", { class: "main", id: "start" }, "Start the test");
  const form = element("form", {
    class: "card test",
    novalidate: true,
    onsubmit: async (event) => {
      event.preventDefault();
      problem.textContent = "";
      button.disabled = true;
      try {
        const test = await context.api("tests", body());
        password.value = "";
        context.go("/tests/" + test.id);
      } catch (refused) {
        problem.textContent = refused.message;
        button.disabled = false;
        button.focus();
      }
    },
  },
  element("fieldset", {}, element("legend", {}, "Database"), element("div", { class: "fields" },
    element("div", { class: "full" }, field("What", kind)), field("Database", db), versionField, urlFields, isolationField, isolationTextField, about)),
  testParts[0], fuzzParts[0],
  element("details", {}, element("summary", {}, "More"), testParts[1], fuzzParts[1],
    element("div", { class: "fields" }, element("div", { class: "full" }, field("Settings of the database", databaseOptions)))),
  element("p", {}), problem, button);
  drawKind();
  return { content: [element("h1", {}, "New test"), element("p", { class: "lead" }, "What is left empty has its default. One test runs at a time; others wait for their turn."), form] };
}
