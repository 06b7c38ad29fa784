/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The page of dtrace -O flame=FILE. src/consume/sink/flame.c writes its data: aggregations, each with
 * a name, a function, and its contents each time that the program printed it ("shots"):
 *
 *	{command, host, date, units, names: [text…], aggregations: [{name, function, columns: [text…],
 *	  labels: [text…], shots: [{time: s, rows: [{keys: [key…], value: n},
 *	    {keys, numbers: [n of each column…]}, {keys, buckets: [[label, n]…]}]}]}]}
 *
 * A key is a number, a text, or a stack: {user: […]} or {kernel: […]}, a list of indices into
 * `names` with the innermost frame first. An aggregation with stacks becomes a flame graph and a
 * table of functions. A histogram becomes a chart for each key or, if there are several shots, a
 * heat map. All other aggregations become tables.
 *
 * An earlier run, for comparison, is the data of its page or a string of folded stacks.
 */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const ROW = 16, WIDTH = 1200; // of the pictures, in pixels

/** Returns the earlier run: {data} of a page, {folded} stacks, or {error}; null if there is none. */
const earlier = (() => {
	const element = document.getElementById("old");

	try {
		const content = element && JSON.parse(element.textContent);

		return !element ? null : typeof content === "string" ? {folded: content} : {data: content};
	} catch (e) {
		return {error: e.message};
	}
})();

/** Creates an element. Sets `properties`; a function becomes a listener. */
function make(tag, properties, ...children) {
	const svg = ["svg", "rect", "text", "title"].includes(tag);
	const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag)
		: document.createElement(tag);

	for (const [name, value] of Object.entries(properties ?? {})) {
		if (typeof value === "function")
			e.addEventListener(name, value);
		else
			e.setAttribute(name, value);
	}
	e.append(...children);
	return e;
}

const sum = numbers => numbers.reduce((a, b) => a + b, 0);
const percent = (n, total) => (total ? 100 * n / total : 0).toFixed(1) + "%";
const isStack = key => typeof key === "object";
const frames = key => key.user ?? key.kernel;

/** Returns a key as text. Each frame of a stack has a line. */
function keyText(key) {
	return isStack(key) ? frames(key).map(i => data.names[i]).join("\n") : String(key);
}

const rowText = row => row.keys.map(keyText).join(" ");

// ---- stacks

/** Returns a row's frames from the outermost on: other keys, user frames, kernel frames. */
function path(row, names) {
	const kinds = {key: [], user: [], kernel: []};

	for (const key of row.keys) {
		const kind = !isStack(key) ? "key" : key.user ? "user" : "kernel";
		const texts = isStack(key) ? frames(key).map(i => names[i]).reverse() : [String(key)];

		kinds[kind].push(...texts.map(name => ({name, kind})));
	}
	return [...kinds.key, ...kinds.user, ...kinds.kernel];
}

/**
 * Merges all stacks, [frames, value], into one tree. A node has the name and kind of its frame, and children by
 * both; `before` is its value in the earlier run.
 */
function tree(stacks) {
	const node = (name, kind, parent) =>
		({name, kind, parent, value: 0, self: 0, before: 0, children: new Map()});
	const root = node("all", "key", null);

	for (const [path, value] of stacks.filter(([, value]) => value > 0)) {
		let n = root;

		n.value += value;
		for (const frame of path) {
			const id = frame.kind + frame.name;

			if (!n.children.has(id))
				n.children.set(id, node(frame.name, frame.kind, n));
			n = n.children.get(id);
			n.value += value;
		}
		n.self += value;
	}
	return root;
}

const stacksOf = (rows, names) => rows.map(row => [path(row, names), row.value]);

/** Returns the aggregation's tree in the earlier run, or null. Folded stacks do not contain the kinds of frames. */
function earlierTree(aggregation) {
	const frame = name => ({name, kind: name.includes("`") ? "" : "key"});
	const old = earlier?.data?.aggregations?.find(a => a.name === aggregation.name);

	if (earlier?.folded !== undefined)
		return tree(earlier.folded.split("\n").map(line => line.match(/^(.*) (\d+)$/)).filter(Boolean)
			.map(([, stack, value]) => [stack.split(";").map(frame), +value]));
	return old ? tree(stacksOf(old.shots[old.shots.length - 1].rows, earlier.data.names)) : null;
}

/** Sets `before` of all nodes to their values in the earlier run. */
function compare(n, old) {
	n.before = old?.value ?? 0;
	for (const child of n.children.values())
		compare(child, old?.children.get(child.kind + child.name) ?? old?.children.get(child.name));
}

/** Calls visit(node, first, depth) for each node of a tree, parents first. */
function walk(root, visit) {
	const step = (n, first, depth) => {
		if (visit(n, first, depth) === false)
			return;
		for (const child of [...n.children.values()].sort((a, b) => a.name < b.name ? -1 : 1)) {
			step(child, first, depth + 1);
			first += child.value;
		}
	};

	step(root, 0, 0);
}

/** Returns the name, without its module if it is too long; "" if the frame is too narrow for text. */
function fitting(name, width) {
	const letters = width / 7;

	return letters < 3 ? "" : letters < name.length ? name.slice(name.indexOf("`") + 1) : name;
}

/** Returns the colour of a frame: a hue for each kind, a shade for each name. */
function colour(n) {
	const hues = {key: 0, user: 28, kernel: 205};
	let hash = 0;

	for (const c of n.name)
		hash = (hash * 31 + c.codePointAt(0)) % 997;
	return n.kind === "key" ? "#ddd" : `hsl(${hues[n.kind] + hash % 24} 75% ${62 + hash % 17}%)`;
}

/** Returns the colour for a comparison: red if the share has grown, blue if it has shrunk; paler for
 *  smaller changes. */
function changeColour(change) {
	const depth = Math.min(1, Math.abs(change) / 20);

	return Math.abs(change) < 0.05 ? "#eee" : `hsl(${change > 0 ? 8 : 215} 85% ${92 - 38 * depth}%)`;
}

const points = change => (change < 0 ? "" : "+") + change.toFixed(1);

/** Counts, for each function, the samples that end in it and the samples that contain it. A sample
 *  counts once, however often it contains the function. */
function functions(root) {
	const found = new Map();

	walk(root, n => {
		const id = n.kind + n.name;
		const f = found.get(id) ?? {name: n.name, kind: n.kind, self: 0, total: 0};
		let outer = n.parent;

		while (outer && (outer.name !== n.name || outer.kind !== n.kind))
			outer = outer.parent;
		f.self += n.self;
		f.total += outer ? 0 : n.value;
		found.set(id, f);
	});
	return [...found.values()].filter(f => f.kind !== "key" && f.name !== "all");
}

/** Draws the flame graph of a tree: the picture, a line that describes the frame under the pointer, zoom and search. */
class Flame {
	constructor(root, old) {
		this.root = this.zoomed = root;
		this.old = old;
		this.found = () => false;
		this.picture = make("div", {class: "flame"});
		this.told = make("output");
		this.input = make("input", {type: "search", placeholder: "search: a regular expression",
			input: () => this.search(this.input.value)});
		this.element = make("div", {},
			make("div", {class: "bar"}, this.input,
				make("button", {click: () => this.reset()}, "reset"), this.told),
			this.picture);
		this.draw();
	}

	reset() {
		this.zoomed = this.root;
		this.input.value = "";
		this.search("");
	}

	zoom(n) {
		this.zoomed = n;
		this.draw();
	}

	search(text) {
		try {
			const pattern = text && new RegExp(text);

			this.found = n => text && n !== this.root && pattern.test(n.name);
			this.input.setCustomValidity("");
		} catch (e) {
			this.input.setCustomValidity(e.message);
			return;
		}
		this.draw();
	}

	/** Counts the samples below the zoomed frame that contain a function which the search matches. */
	matched() {
		let n = 0;

		walk(this.zoomed, node => {
			if (!this.found(node))
				return true;
			n += node.value;
			return false;
		});
		return n;
	}

	tell() {
		const n = this.zoomed, all = this.root.value, matched = this.matched();

		this.told.textContent = `${n.name}: ${n.value} of ${all} (${percent(n.value, all)})` +
			(this.input.value ? `, found: ${matched} (${percent(matched, n.value)})` : "");
	}

	/** Returns the change of a node's share of all samples, in percentage points. */
	change(n) {
		return 100 * (n.value / this.root.value - n.before / this.old.value);
	}

	frame(n, isOuter, depth, left, width) {
		const all = this.root.value, {old} = this;
		const before = old ? `\nbefore: ${n.before} of ${old.value} (${percent(n.before, old.value)}), ` +
			`change ${points(this.change(n))}` : "";
		const e = make("div", {
			class: [n.kind, width < 8 && "narrow", isOuter && "outer", this.found(n) && "found"]
				.filter(Boolean).join(" "),
			style: `left:${left}px;width:${width}px;bottom:${depth * ROW}px;background:${
				old ? changeColour(this.change(n)) : colour(n)}`,
			title: `${n.name}\n${n.value} of ${all} (${percent(n.value, all)}), itself ${n.self}${before}`,
			click: () => this.zoom(n),
		}, fitting(n.name, width));

		this.picture.append(e);
	}

	/** Draws the picture. The callers of the zoomed frame have the full width. Omits frames too narrow to see. */
	draw() {
		const outer = [];
		let deepest = 0;

		this.picture.replaceChildren();
		for (let n = this.zoomed.parent; n; n = n.parent)
			outer.unshift(n);
		outer.forEach((n, depth) => this.frame(n, true, depth, 0, WIDTH));
		walk(this.zoomed, (n, first, depth) => {
			const scale = WIDTH / this.zoomed.value;

			if (n.value * scale < 0.5)
				return false;
			deepest = Math.max(deepest, outer.length + depth);
			this.frame(n, false, outer.length + depth, first * scale,
				n === this.zoomed ? WIDTH : n.value * scale);
			return true;
		});
		this.picture.style = `width:${WIDTH}px;height:${(deepest + 1) * ROW}px`;
		this.tell();
	}
}

// ---- tables

/**
 * Makes a table of objects. A click on a column sorts by it; at first the table is sorted by the
 * first column. Columns: [title, value(object)]. Numbers are aligned on the right.
 */
function table(objects, columns, rowProperties) {
	const body = make("tbody");
	const isNumber = values => objects.length && typeof values(objects[0]) === "number";
	const cell = (values, o) => make("td", isNumber(values) ? {class: "n"} : {}, String(values(o)));
	const sort = values => {
		const order = (a, b) => a === b ? 0 : a < b ? -1 : 1;

		objects.sort((a, b) => isNumber(values) ? values(b) - values(a) : order(values(a), values(b)));
		body.replaceChildren(...objects.map(o => make("tr", rowProperties?.(o),
			...columns.map(([, values]) => cell(values, o)))));
	};
	const heads = columns.map(([title, values]) =>
		make("th", {class: isNumber(values) ? "n" : "", click: () => sort(values)}, title));

	sort(columns[0][1]);
	return make("div", {class: "table"}, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body));
}

const escaped = text => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Makes a flame graph and its table. A click on a row searches for its function. */
function stacks(aggregation, rows) {
	const root = tree(stacksOf(rows, data.names)), old = earlierTree(aggregation);
	const list = functions(root), before = new Map();

	if (old) {
		compare(root, old);
		for (const f of functions(old))
			before.set(f.name, (before.get(f.name) ?? 0) + f.total);
		for (const name of before.keys())
			if (!list.some(f => f.name === name))
				list.push({name, kind: "", self: 0, total: 0});
	}
	const change = f => 100 * (f.total / (root.value || 1) - (before.get(f.name) ?? 0) / old.value);
	const flame = new Flame(root, old);
	const search = f => {
		flame.input.value = "^" + escaped(f.name) + "$";
		flame.search(flame.input.value);
	};

	return [flame.element, table(list, [
		["itself", f => f.self],
		["total", f => f.total],
		["of all", f => percent(f.total, root.value)],
		...(old ? [["before", f => percent(before.get(f.name) ?? 0, old.value)],
			["change", f => +change(f).toFixed(1)]] : []),
		["function", f => f.name],
	], f => ({class: "function", click: () => search(f)}))];
}

function values(aggregation, rows) {
	const columns = aggregation.columns.length
		? aggregation.columns.map((name, i) => [name, row => row.numbers[i]])
		: [[aggregation.function, row => row.value]];

	return [table(rows, [...columns, ["key", rowText]])];
}

// ---- histograms

/** Returns the labels from the first bucket with a count in any row to the last one. */
function range(rows) {
	const used = rows.flatMap(row => row.buckets.map(([label]) => label));
	const first = Math.min(...used);

	return used.length ? Array.from({length: Math.max(...used) - first + 1}, (_, i) => first + i) : [];
}

const count = (row, label) => row?.buckets.find(bucket => bucket[0] === label)?.[1] ?? 0;

function histogram(aggregation, row) {
	const total = sum(row.buckets.map(bucket => Math.abs(bucket[1])));
	const bar = n => make("span", {style: `width:${total ? 100 * Math.abs(n) / total : 0}%`});
	const line = label => make("tr", {},
		make("td", {class: "n"}, aggregation.labels[label]),
		make("td", {class: "count"}, bar(count(row, label))),
		make("td", {class: "n"}, String(count(row, label))));

	return [make("h3", {}, rowText(row)),
		make("table", {class: "histogram"}, make("tbody", {}, ...range([row]).map(line)))];
}

/** Makes a heat map: time to the right, values upwards, darker cells for larger counts. */
function heatMap(aggregation, title) {
	const of = shot => shot.rows.find(row => rowText(row) === title);
	const rows = aggregation.shots.map(of);
	const labels = range(rows.filter(Boolean));
	const most = Math.max(...rows.flatMap(row => row ? row.buckets.map(bucket => bucket[1]) : [0]));
	const left = 100, width = Math.min(24, (WIDTH - left) / rows.length);
	const top = label => (labels.length - 1 - (label - labels[0])) * ROW;
	const height = labels.length * ROW;
	const svg = make("svg", {class: "heat", width: WIDTH, height: height + 20});
	const cell = (x, label, n) => svg.append(make("rect", {
		x: left + x * width, y: top(label), width: width - (width > 3), height: ROW - 1,
		fill: `hsl(${60 - 60 * n / most} 90% ${85 - 50 * n / most}%)`,
	}, make("title", {}, `${aggregation.labels[label]} at ${aggregation.shots[x].time} s: ${n}`)));

	for (const label of labels)
		svg.append(make("text", {x: left - 6, y: top(label) + 12, "text-anchor": "end"},
			aggregation.labels[label]));
	rows.forEach((row, x) => row?.buckets.forEach(([label, n]) => n > 0 && cell(x, label, n)));
	for (let x = 0; x < rows.length; x += Math.ceil(80 / width))
		svg.append(make("text", {x: left + x * width, y: height + 14}, aggregation.shots[x].time + " s"));
	return [make("h3", {}, title), svg, make("p", {}, `From left to right: seconds since the start. Upwards: ${unit("value")}. ` +
		`The darkest cell counts ${most}.`)];
}

function heatMaps(aggregation) {
	const titles = new Set(aggregation.shots.flatMap(shot => shot.rows.map(rowText)));

	return [...titles].flatMap(title => heatMap(aggregation, title));
}

// ---- the page

/** Returns the word, followed by the units of values if they are known. */
const unit = word => data.units === "none" ? word : `${word}, ${data.units}`;

const histograms = (aggregation, rows) => rows.flatMap(row => histogram(aggregation, row));

/** Returns the function that shows the rows of a shot: (aggregation, rows) → elements. */
function viewOf(aggregation) {
	const keys = aggregation.shots.flatMap(shot => shot.rows).flatMap(row => row.keys);

	if (aggregation.labels.length)
		return histograms;
	// Averages and extremes of shots cannot be summed.
	return ["count", "sum"].includes(aggregation.function) && keys.some(isStack) ? stacks : values;
}

/** Shows one shot at a time, at first the last one, or the sum of all shots if the function can be summed. */
function section(aggregation) {
	const {shots} = aggregation, view = viewOf(aggregation), body = make("div");
	const show = choice => {
		const rows = choice === "all" ? shots.flatMap(shot => shot.rows) : shots[choice].rows;

		body.replaceChildren(...view(aggregation, [...rows]));
	};
	const options = shots.map((shot, i) => make("option", {value: i}, `at ${shot.time} s`)).reverse();
	const choice = make("select", {change: () => show(choice.value)}, ...options);
	const several = shots.length > 1;

	if (several && view === stacks)
		choice.append(make("option", {value: "all"}, "sum of all"));
	show(shots.length - 1);
	return make("section", {},
		make("h2", {}, `${aggregation.name} `, make("small", {},
			aggregation.function === "count" ? "count" : unit(aggregation.function))),
		...(several && aggregation.labels.length ? heatMaps(aggregation) : []),
		...(several ? [make("div", {class: "bar"}, choice)] : []), body);
}

/** Returns the command, host and date of a run. */
const run = ({command, host, date}) => [make("code", {}, command), make("br"), `${host}, ${date}`];

document.title = data.command;
document.querySelector("main").append(make("header", {}, ...run(data)));
if (earlier)
	document.querySelector("main").append(make("p", {class: "earlier"}, "Compared with: ",
		...(earlier.data ? run(earlier.data) : [earlier.error ?? "folded stacks"]),
		make("br"), "Red has a larger share than before, blue a smaller one."));
document.querySelector("main").append(...data.aggregations.map(section));
if (!data.aggregations.length)
	document.querySelector("main").append("No aggregation has data.");
