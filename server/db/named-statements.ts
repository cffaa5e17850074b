/**
 * What is asked again and again gets a name on each connection to PostgreSQL, which then reads and plans it once.
 */
import pg from 'pg'
import { DescribedQuery, type Descriptions, endOpen, StaleDescription } from './described-query.ts'
import { PipeliningClient } from './pipelining-client.ts'
import { mostKeptValues } from './prepared.ts'

/** From this use on a text has a name. */
const usesBefore = 3
/** Each costs every connection some memory. */
const mostNamed = 300

/** PostgreSQL's words for a statement whose table was changed since: an update has begun on another process. */
export function isStalePlan(error: unknown): boolean {
  if (error instanceof StaleDescription) return true
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message)
  )
}

/** A client for a pool, with names for what it is asked with values. All that share names are of one pool. */
export function createNamingClient(): typeof pg.Client {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  let generation = 0

  function nameOf(text: string, values: readonly unknown[]): string | undefined {
    if (values.length > mostKeptValues) return undefined
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= mostNamed) return undefined
    const count = (uses.get(text) ?? 0) + 1
    if (count < usesBefore) {
      if (uses.size > mostNamed) uses.clear()
      uses.set(text, count)
      return undefined
    }
    const name = `aisle-${generation}-${names.size}`
    names.set(text, name)
    return name
  }

  /** New names, so that everything is planned anew. */
  function forget(): void {
    generation += 1
    names.clear()
  }

  return class NamingClient extends PipeliningClient {
    readonly #descriptions: Descriptions = { known: new Map(), unsent: [], isWithin: false }

    // The overloads of pg, of which Kysely uses this one.
    override query(...args: readonly unknown[]): never {
      const [text, values] = args
      if (typeof text !== 'string' || !Array.isArray(values)) {
        return this.#askAlone(args) as never
      }
      const name = nameOf(text, values)
      if (name === undefined) return this.#askAlone(args) as never
      const query = new DescribedQuery({ name, text, values }, this.#descriptions)
      const answer = Reflect.apply(super.query, this, [query]) as Promise<unknown>
      return answer.catch(error => this.#askAnew(error, args)) as never
    }

    protected override endTurn(): void {
      endOpen(this.#descriptions)
    }

    #askAlone(args: readonly unknown[]): Promise<unknown> {
      endOpen(this.#descriptions)
      // It may end one.
      this.#descriptions.isWithin = false
      return Reflect.apply(super.query, this, [...args]) as Promise<unknown>
    }

    /** Within a transaction that fails, too: whoever began it begins it again. */
    async #askAnew(error: unknown, args: readonly unknown[]): Promise<unknown> {
      if (!isStalePlan(error)) throw error
      forget()
      if (error instanceof StaleDescription) throw error
      return this.#askAlone(args).catch(() => {
        throw error
      })
    }
  }
}
