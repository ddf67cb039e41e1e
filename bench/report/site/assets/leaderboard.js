"use strict";
/* The page of the leaderboard: its controls, its sections, and what is drawn again when something changes. */
(() => {
  const { t, el, percent } = Bench;
  const { boards, published } = Bench.data;
  const place = (id) => document.getElementById(id);
  const set = (id, ...content) =>
    place(id).replaceChildren(...content.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));

  /* ---- which board ---- */
  const fields = {
    dataset: (board) => [board.dataset.name, board.dataset.version, board.dataset.sha256].join(" "),
    lang: (board) => board.lang,
    arm: (board) => board.arm,
    protocol: (board) => board.id,
  };
  const order = Object.keys(fields);
  /* The boards that share with the chosen one every field before `name`. */
  const beside = (name) =>
    boards.filter((board) => order.slice(0, order.indexOf(name)).every((each) => fields[each](board) === fields[each](View.state.board)));
  function choose(name, value) {
    const now = View.state.board;
    const candidates = beside(name).filter((board) => fields[name](board) === value);
    const shared = (board) => order.filter((each) => fields[each](board) === fields[each](now)).length;
    const [best] = [...candidates].sort((a, b) => shared(b) - shared(a));
    View.change({ board: best, picked: null });
    update();
  }

  function datasetName(board) {
    const { name, version, sha256 } = board.dataset;
    const twins = new Set(boards.filter((b) => b.dataset.name === name && b.dataset.version === version).map((b) => b.dataset.sha256));
    return [name, /^[0-9a-f]{40}$/.test(version) ? version.slice(0, 12) : version, twins.size > 1 ? sha256.slice(0, 8) : ""]
      .filter(Boolean)
      .join(" ");
  }
  function selection({ preset, limit }) {
    if (limit === null) return t("lb.preset." + preset);
    const most = t("lb.limit", { n: limit });
    return preset === "full" ? most : t("lb.preset." + preset) + " · " + most;
  }
  /* Everything that sets boards of one dataset, language and arm apart, as [key, text]. */
  function protocol(board) {
    const p = board.protocol;
    const judge = (j) => j.spec + (Object.keys(j.params).length ? " " + JSON.stringify(j.params) : "");
    const digests = Object.entries(p.prompts).map(([name, digest]) => `${name} ${String(digest).slice(0, 8)}`);
    return [
      ["selection", selection(board)],
      ["judges", p.judges.map(judge).join(", ")],
      ["judging", t("lb.judging." + p.judging)],
      ["prompts", digests.join(", ")],
      ["seed", String(p.seed)],
      ...Releases.protocol(board),
      ["canaries", percent(p.canaries)],
      ...Object.keys(p)
        .filter((key) => !["judges", "judging", "prompts", "seed", "canaries"].includes(key) && p[key] !== null && p[key] !== false)
        .map((key) => [key, p[key] === true ? t("lb.yes") : String(p[key])]),
    ];
  }
  /* A protocol by what it shows a reader; parameters of judges and fingerprints only where two would read the same. */
  function protocolName(board) {
    const facts = new Map(beside("protocol").map((each) => [each.id, new Map(protocol(each))]));
    const varies = (key) => new Set([...facts.values()].map((each) => each.get(key))).size > 1;
    const specs = (each) => each.protocol.judges.map((j) => j.spec).join(", ");
    const plain = (each) => {
      const mine = facts.get(each.id);
      const more = [...mine.keys()].filter((key) => !["selection", "judges", "prompts"].includes(key) && varies(key));
      return [mine.get("selection"), specs(each), ...more.map((key) => `${t("lb.p." + key)}: ${mine.get(key)}`)].join(" · ");
    };
    const mine = facts.get(board.id);
    const twins = beside("protocol").filter((each) => plain(each) === plain(board));
    const apart = ["judges", "prompts"].filter((key) => twins.some((twin) => facts.get(twin.id).get(key) !== mine.get(key)));
    return [plain(board), ...apart.map((key) => `${t("lb.p." + key)}: ${mine.get(key)}`)].join(" · ");
  }
  const optionName = {
    dataset: datasetName,
    lang: (board) => t("lang." + board.lang),
    arm: (board) => t("arm." + board.arm),
    protocol: protocolName,
  };

  function controls() {
    for (const name of order) {
      const options = new Map();
      for (const board of beside(name)) if (!options.has(fields[name](board))) options.set(fields[name](board), optionName[name](board));
      place(name).replaceChildren(...[...options].map(([value, text]) => el("option", { value }, text)));
      place(name).value = fields[name](View.state.board);
    }
    place("weights").value = View.state.weights;
    const makers = [...new Set(View.state.board.ranked.map((entry) => entry.family).filter(Boolean))].sort(new Intl.Collator(Bench.language).compare);
    place("maker").replaceChildren(el("option", { value: "" }, t("all")), ...makers.map((maker) => el("option", { value: maker }, maker)));
    place("maker").value = makers.includes(View.state.maker) ? View.state.maker : "";
    if (View.most(place("price").value) !== View.state.price) place("price").value = View.state.price ?? "";
    if (place("name").value !== View.state.name) place("name").value = View.state.name;
    const { board, lost } = View.state;
    place("notice").hidden = !lost;
    place("notice").textContent = lost ? t("lb.lost", { id: lost }) : "";
    set(
      "protocol-list",
      [["data", `sha256 ${board.dataset.sha256}`], ...protocol(board), ...Releases.proof(board)].map(([key, text]) => [
        el("dt", {}, t("lb.p." + key)),
        el("dd", {}, Tables.foreign(text)),
      ]),
    );
  }

  /* ---- all of it ---- */
  function publishedHere() {
    const { dataset, lang, arm } = View.state.board;
    return published.filter((set) => set.dataset === dataset.name && set.arm === arm && set.rows.some((row) => row.lang === lang));
  }
  function publishedRows() {
    const { lang } = View.state.board;
    return publishedHere().flatMap((set) =>
      set.rows.filter((row) => row.lang === lang).map((row) => ({ ...row, published: true, submitter: set.source })),
    );
  }
  /* A new table stands where the old one was scrolled to. */
  function table() {
    const left = place("table").firstElementChild?.scrollLeft ?? 0;
    const open = [...document.querySelectorAll("#table details[open]")].map((found) => found.dataset.id);
    set(
      "table",
      Tables.ranking(
        publishedRows(),
        (sort) => View.change({ sort }),
        (id, on) => {
          View.pick(id, on);
          View.change({});
          update();
          document.querySelector(`#table input[data-id="${id}"]`)?.focus();
        },
      ),
    );
    place("table").firstElementChild.scrollLeft = left;
    for (const found of document.querySelectorAll("#table details")) found.open = open.includes(found.dataset.id);
  }
  /* After a move of a slider. With another u the lines are other lines. */
  let drawnU = null;
  function situated() {
    if (drawnU !== null && drawnU !== View.state.u) {
      Sections.fillPenalty();
      Bench.redraw("penalty", Plots.kinds.penalty.spec);
    }
    drawnU = View.state.u;
    Sections.atK();
    table();
  }
  function section(name) {
    const drawn = Plots.figure(name);
    return drawn ? [el("h2", {}, t(`lb.${name}.head`)), drawn] : null;
  }
  /* A part of the page that is missing where it has nothing to show. */
  const part = (...content) => (content.flat(Infinity).some(Boolean) ? el("section", {}, content.flat(Infinity).filter(Boolean)) : null);

  function write() {
    const { board } = View.state;
    controls();
    const shown = View.ranked().length;
    place("facts").textContent = t("lb.facts", { shown, ranked: board.ranked.length, others: board.not_ranked.length });
    place("ties-level").textContent = board.pairs
      ? t(board.pairs === 1 ? "lb.ties.level.one" : "lb.ties.level", { pairs: board.pairs, level: board.level.toPrecision(2) })
      : "";
    set("release", Releases.said(board, datasetName));
    writePublished();
    set("printed", publishedHere().map(Tables.printed));
    set("not-ranked", Tables.notRanked());
    set("superseded", Tables.superseded());
    const any = shown > 0;
    set(
      "figures",
      any
        ? [
            part(section("forest")),
            Plots.kinds.penalty.has() ? part(Sections.penalty()) : null,
            part(section("errors")),
            part(Sections.heat()),
            part(section("gap")),
            part(section("cost")),
            part(section("latency")),
          ]
        : [],
    );
    place("situation").hidden = !any || !Plots.kinds.penalty.has();
    set("sliders", Sections.sliders(situated));
    columns();
    situated();
  }
  function columns() {
    document.querySelector("#columns .controls").replaceChildren(...Tables.chooser((hidden) => {
      View.change({ hidden });
      columns();
      table();
    }));
  }
  function update() {
    write();
    Bench.drawAll();
  }
  let waiting = null;
  function soon(action) {
    clearTimeout(waiting);
    waiting = setTimeout(action, 150);
  }

  /* Printed figures that stand on no board, below the boards and headed by their dataset. */
  function writePublished() {
    const alone = published.filter(
      (set) =>
        !boards.some(
          (board) => board.dataset.name === set.dataset && board.arm === set.arm && set.rows.some((row) => row.lang === board.lang),
        ),
    );
    set("published", Tables.publishedAlone(alone, View.state.board?.dataset.name ?? null));
  }

  function everything() {
    place("empty").hidden = boards.length > 0;
    place("board").hidden = boards.length === 0;
    set("no-row", Tables.withoutRow(Bench.data));
    if (boards.length) write();
    else writePublished();
  }

  if (boards.length) {
    View.read();
    for (const name of order) place(name).addEventListener("change", (event) => choose(name, event.target.value));
    place("weights").addEventListener("change", (event) => {
      View.change({ weights: event.target.value, picked: null });
      update();
    });
    place("maker").addEventListener("change", (event) => {
      View.change({ maker: event.target.value, picked: null });
      update();
    });
    place("price").addEventListener("input", (event) => {
      View.change({ price: View.most(event.target.value), picked: null });
      soon(update);
    });
    place("name").addEventListener("input", (event) => {
      View.change({ name: event.target.value });
      soon(update);
    });
    place("reset").addEventListener("click", () => {
      View.reset();
      update();
    });
    addEventListener("hashchange", () => {
      if (View.read()) update();
    });
    matchMedia("(max-width: 640px)").addEventListener("change", Bench.drawAll);
  }
  Bench.onLanguage(everything);
  Bench.start();
})();
