"use strict";
/* What is looked at: the board, the filters, the situation, the columns, the order of the table and the systems in colour;
   and the address that leads back to it. Nothing here touches the page but its address. */
const View = (() => {
  const { boards, releases } = Bench.data;
  const MOST = 8;
  const SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left"];
  const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7f7f7f"];
  const ranking = boards.filter((board) => board.ranked.length > 0);
  const newest = (board) => releases.some((release) => release.newest && release.boards.includes(board.id));
  const first = ranking.find(newest) ?? ranking[0] ?? boards[0] ?? null;
  const fresh = () => ({ board: first, weights: "all", name: "", maker: "", price: null, hidden: [], ...Situation.usual(), sort: { key: "place", descending: false }, picked: null, lost: "" });
  let state = fresh();

  function write() {
    const parts = new URLSearchParams({ board: state.board.id });
    if (state.weights !== "all") parts.set("weights", state.weights);
    if (state.name) parts.set("name", state.name);
    if (state.maker) parts.set("maker", state.maker);
    if (state.price !== null) parts.set("price", state.price);
    if (state.hidden.length) parts.set("hide", state.hidden.join("."));
    for (const [name, value] of Object.entries(Situation.written(state))) if (value !== null) parts.set(name, value);
    if (state.sort.key !== "place" || state.sort.descending) parts.set("sort", (state.sort.descending ? "-" : "") + state.sort.key);
    if (state.picked) parts.set("show", [...state.picked].join("."));
    history.replaceState(null, "", "#" + parts);
  }

  /* Reads the address. A board that is not here is named in `lost`; other values that make no sense are the usual ones. */
  function read() {
    const parts = new URLSearchParams(location.hash.slice(1));
    if (!parts.has("board")) return false;
    state = fresh();
    const found = boards.find((board) => board.id === parts.get("board"));
    if (found) state.board = found;
    else state.lost = parts.get("board");
    if (["open", "closed"].includes(parts.get("weights"))) state.weights = parts.get("weights");
    state.name = (parts.get("name") ?? "").slice(0, 100);
    Object.assign(state, Situation.read(parts));
    state.maker = (parts.get("maker") ?? "").slice(0, 200);
    state.price = most(parts.get("price"));
    state.hidden = (parts.get("hide") ?? "").split(".").filter((key) => Bench.data.columns.page.some((column) => column.key === key));
    const [, minus, key] = /^(-?)([\w.]+)$/.exec(parts.get("sort") ?? "place") ?? [null, "", "place"];
    state.sort = { key, descending: minus === "-" };
    if (parts.has("show")) state.picked = new Set(parts.get("show").split(".").filter(Boolean).slice(0, MOST));
    return true;
  }

  /* A price as it was typed; null for none. */
  const most = (text) => (text?.trim() && Number(text) >= 0 && Number.isFinite(Number(text)) ? Number(text) : null);
  const folded = (text) => text.normalize("NFKC").toLocaleLowerCase();
  const matches = (entry) =>
    (state.weights === "all" || entry.weights === state.weights) &&
    (!state.maker || entry.family === state.maker) &&
    (state.price === null || (typeof entry.usd_per_1000 === "number" && entry.usd_per_1000 <= state.price)) &&
    [entry.title, entry.spec].some((text) => folded(text ?? "").includes(folded(state.name.trim())));
  const ranked = () => state.board.ranked.filter(matches);

  /* The systems in colour, in the order of the ranking: those that were chosen, or else the first. */
  function picked() {
    const shown = ranked();
    return (state.picked ? shown.filter((entry) => state.picked.has(entry.id)) : shown).slice(0, MOST).map((entry) => entry.id);
  }
  function pick(id, on) {
    const now = new Set(picked());
    if (on) now.add(id);
    else now.delete(id);
    state.picked = now;
  }
  /* Colour and shape of each system shown; those beyond the chosen are grey dots. */
  function styles() {
    const grey = document.documentElement.dataset.theme === "dark" ? "#6b7480" : "#a3abb5";
    const chosen = picked();
    return (id) => {
      const place = chosen.indexOf(id);
      return place < 0 ? { colour: grey, shape: "circle", on: false } : { colour: COLOURS[place], shape: SHAPES[place], on: true };
    };
  }

  /* Names that differ from each other, for axes and lists: a title alone where it is the only one of its kind. */
  function names(entries) {
    const made = new Map(entries.map((entry) => [entry.id, entry.title]));
    for (const more of [(entry) => entry.spec, (entry) => entry.file, (entry) => entry.id]) {
      const count = new Map();
      for (const name of made.values()) count.set(name, (count.get(name) ?? 0) + 1);
      for (const entry of entries) {
        if (count.get(made.get(entry.id)) > 1 && more(entry) !== entry.title) made.set(entry.id, `${made.get(entry.id)} · ${more(entry)}`);
      }
    }
    return (id) => made.get(id) ?? id;
  }
  const named = () => names(state.board.ranked);

  return {
    get state() {
      return state;
    },
    change(values) {
      Object.assign(state, values, { lost: "" });
      write();
    },
    reset() {
      state = { ...fresh(), board: state.board };
      write();
    },
    read,
    most,
    matches,
    ranked,
    picked,
    pick,
    styles,
    named,
    MOST,
  };
})();
