import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { type Synonym, Synonyms } from '../reference/synonyms.ts'

/** Changes come by the bus at once; this bounds what a lost message can do. */
const FRESH_MS = 60_000
/** Institutions at once; one has some hundred kilobytes at most. */
const MOST = 500
const CHANNEL = 'clinical_synonym'

export interface Terms {
  diagnosis: Synonyms
  drug: Synonyms
}
export interface TermCache {
  /** The terms of the asker's institution; nothing is read while they are known. */
  of(read: Read, who: StaffActor): Promise<Terms>
  drop(partnerId: number): void
  clear(): void
}

function createCache(clock: Clock): TermCache {
  const cache = new Map<number, { terms: Terms; at: number }>()
  // What is being read while a change is announced may be the old state: it is used once and not kept.
  let changes = 0
  const drop = (forget: () => void) => {
    changes += 1
    forget()
  }
  return {
    async of(read, { partnerId }) {
      const now = clock.now().getTime()
      const known = cache.get(partnerId)
      if (known && Math.abs(now - known.at) < FRESH_MS) return known.terms
      const before = changes
      const terms = await termsOf(read, partnerId)
      if (changes === before) {
        if (cache.size >= MOST) cache.clear()
        cache.set(partnerId, { terms, at: now })
      }
      return terms
    },
    drop: (partnerId) => drop(() => cache.delete(partnerId)),
    clear: () => drop(() => cache.clear()),
  }
}

async function termsOf(read: Read, partnerId: number): Promise<Terms> {
  const rows = await read(sql<{ kind: string; term: string; code: string }>`
    select kind, term, code from clinical_synonym where partner_id = ${partnerId} order by id`)
  const book = (kind: keyof Terms, as: Synonym['kind']) =>
    Synonyms.of(
      rows.filter((row) => row.kind === kind).map(({ term, code }): Synonym => ({ term, kind: as, target: code })),
    )
  return { diagnosis: book('diagnosis', 'icd'), drug: book('drug', 'drug') }
}

/** Of each process, by its database: whoever searches and whoever changes the terms know the same. */
const caches = new WeakMap<Db, TermCache>()
export function termCache(db: Db, clock: Clock): TermCache {
  const made = caches.get(db) ?? createCache(clock)
  caches.set(db, made)
  return made
}

/** Hears of the other processes' changes; what was read before it listened is read anew. */
export async function listenForTerms(db: Db, cache: TermCache): Promise<() => Promise<void>> {
  const stop = await db.listen(CHANNEL, (partnerId) => cache.drop(Number(partnerId)))
  cache.clear()
  return stop
}

/** This process forgets before the answer goes out, the others by the bus. */
export function announceTerms(db: Db, cache: TermCache, tx: Tx, partnerId: number): void {
  tx.afterCommit(() => {
    cache.drop(partnerId)
    return db.notify(CHANNEL, String(partnerId))
  })
}
