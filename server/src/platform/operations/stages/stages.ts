type Made = object | void
type Stage<T, More extends Made> = (exchange: T) => More | Promise<More>

/** Named steps of a request, in order. Each reads what earlier ones filled in and may add fields; a wrong order does not compile. */
export class Stages<T extends object, Begin extends object = T> {
  readonly #stages: readonly Stage<never, Made>[]

  private constructor(stages: readonly Stage<never, Made>[]) {
    this.#stages = stages
  }

  static of<Begin extends object>(): Stages<Begin> {
    return new Stages<Begin>([])
  }

  /** The steps of this list by the names of their functions. */
  get names(): string[] {
    return this.#stages.map(({ name }) => name)
  }

  add<More extends Made>(stage: Stage<T, More>): Stages<More extends object ? T & More : T, Begin> {
    return new Stages([...this.#stages, stage])
  }

  async run(begin: Begin): Promise<T> {
    const exchange: object = begin
    for (const stage of this.#stages) {
      const made = stage(exchange as never)
      Object.assign(exchange, made instanceof Promise ? await made : made)
    }
    return exchange as T
  }
}
