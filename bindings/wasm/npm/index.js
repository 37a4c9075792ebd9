// Runs the WebAssembly program of Calipers: one instance for each request, which reads JSON and writes JSON.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

// The part of WASI that the program uses: standard input and output, clocks and random numbers. Nothing else is there.
const SUCCESS = 0;
const BAD_FILE = 8;
class Exit extends Error {}

const run = (module, input) => {
  const outputs = { 1: [], 2: [] };
  let at = 0;
  let memory;
  const view = () => new DataView(memory.buffer);
  // The buffers of a vector of them.
  const buffers = (vector, count) => Array.from({ length: count }, (_, n) => {
    const place = view().getUint32(vector + 8 * n, true);
    return new Uint8Array(memory.buffer, place, view().getUint32(vector + 8 * n + 4, true));
  });
  const nothing = (...places) => {
    for (const place of places) view().setUint32(place, 0, true);
    return SUCCESS;
  };
  const wasi = {
    args_sizes_get: nothing,
    args_get: () => SUCCESS,
    environ_sizes_get: nothing,
    environ_get: () => SUCCESS,
    clock_time_get(_, __, place) {
      view().setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
      return SUCCESS;
    },
    random_get(place, length) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, place, length));
      return SUCCESS;
    },
    fd_read(file, vector, count, place) {
      if (file !== 0) return BAD_FILE;
      let read = 0;
      for (const buffer of buffers(vector, count)) {
        const part = input.subarray(at, at + buffer.length);
        buffer.set(part);
        at += part.length;
        read += part.length;
      }
      view().setUint32(place, read, true);
      return SUCCESS;
    },
    fd_write(file, vector, count, place) {
      if (!outputs[file]) return BAD_FILE;
      let written = 0;
      for (const buffer of buffers(vector, count)) {
        outputs[file].push(buffer.slice());
        written += buffer.length;
      }
      view().setUint32(place, written, true);
      return SUCCESS;
    },
    proc_exit(code) { throw new Exit(`exit ${code}`); },
  };
  const used = WebAssembly.Module.imports(module).filter(({ module }) => module === "wasi_snapshot_preview1");
  const imports = Object.fromEntries(used.map(({ name }) => [name, wasi[name] ?? (() => BAD_FILE)]));
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  memory = exports.memory;
  try {
    exports._start();
  } catch (error) {
    if (!(error instanceof Exit)) {
      const told = joined(outputs[2]);
      throw new Error(told ? `this is an error in calipers: ${told}` : "the program is too deeply nested", { cause: error });
    }
  }
  return joined(outputs[1]);
};

const joined = (parts) => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return decoder.decode(all);
};

const bytesBeside = async () => {
  const place = new URL("calipers.wasm", import.meta.url);
  if (place.protocol !== "file:") return fetched(place);
  const { readFile } = await import("node:fs/promises");
  return readFile(place);
};

const fetched = async (place) => {
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place} can't be read: ${response.status}`);
  return response.arrayBuffer();
};

const expectTexts = (texts) => {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== "string") throw new TypeError(`${name} must be a string, not ${text === null ? "null" : typeof text}`);
  }
};

const expectFlag = ({ lenient }) => {
  if (typeof lenient !== "boolean") throw new TypeError(`lenient must be true or false, not ${lenient === null ? "null" : typeof lenient}`);
};

export const load = async (source) => {
  let found = source ?? await bytesBeside();
  if (typeof found === "string" || found instanceof URL) found = await fetched(found);
  const module = found instanceof WebAssembly.Module ? found : await WebAssembly.compile(found);
  const ask = (request) => {
    const answer = JSON.parse(run(module, encoder.encode(JSON.stringify(request))));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
  return {
    run: (script, { programs = {}, rules = "", lenient = false } = {}) => {
      expectTexts({ script, rules, ...programs });
      expectFlag({ lenient });
      return ask({ script, programs, rules, lenient }).answers;
    },
    bounds: (program, { rules = "", lenient = false } = {}) => {
      expectTexts({ program, rules });
      expectFlag({ lenient });
      return ask({ program, rules, lenient }).bounds;
    },
  };
};
