/** The answer to one question of a script; `error` if it has none. */
export interface Answer {
  question: string;
  answer?: string;
  error?: string;
}

/** What is known of a value, a size or a stride: bounds as text, in numbers or in terms of arguments. */
export interface Bounds {
  line: number | null;
  column: string;
  range: string | null;
  lower: string | null;
  upper: string | null;
  equal: string | null;
}

export interface Options {
  /** The text of rule files. */
  rules?: string;
  /** Keep an op that cannot be read as text; nothing is assumed about it. Otherwise the program is not read. */
  lenient?: boolean;
}

export interface Calipers {
  /**
   * Runs a script of questions, as `calipers run` does. `programs` are what `(load NAME)` finds, by name.
   *
   * @throws if the rules cannot be read, or an argument is of another type.
   */
  run(script: string, options?: Options & { programs?: Record<string, string> }): Answer[];
  /**
   * What is known of each value of a program.
   *
   * @throws if the program or the rules cannot be read, or an argument is of another type.
   */
  bounds(program: string, options?: Options): Bounds[];
}

/**
 * Compiles the module once; each request runs in a memory of its own.
 *
 * @param source the bytes of `calipers.wasm`, a compiled module, or where to fetch it; the file beside this one if absent.
 */
export function load(source?: BufferSource | WebAssembly.Module | URL | string): Promise<Calipers>;
