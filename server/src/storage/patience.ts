/** What was asked for did not come in time, or something before it has not come yet. */
export class StandsStill extends Error {
  constructor() {
    super('a folder does not answer')
    this.name = 'StandsStill'
  }
}

export interface Patience {
  /** Runs `work` when its turn comes. `late`: what is done with an answer that comes when nobody waits for it any more. */
  run<T>(work: () => Promise<T>, late?: (answer: T) => Promise<void>): Promise<T>
  /** Runs it now, or as soon as the folder answers again. For what only gives something back, so that its errors cost nothing. */
  atLast(work: () => Promise<void>): Promise<void>
}

/**
 * Calls to a folder that another machine may serve: a call to one that is dead never comes back, and keeps one of the few threads
 * that all files, names of hosts and passwords of the process share. So they go one after the other, each is waited for so long,
 * and while one has not come back the others are refused at once: one thread is the most that it costs.
 */
export function patience(ms: number): Patience {
  let turn: Promise<unknown> = Promise.resolve()
  let standsStill = false
  let waiting: (() => Promise<void>)[] = []

  async function goOn(): Promise<void> {
    standsStill = false
    const works = waiting
    waiting = []
    await Promise.allSettled(works.map((work) => work()))
  }
  async function timed<T>(work: () => Promise<T>, late: (answer: T) => Promise<void>): Promise<T> {
    if (standsStill) throw new StandsStill()
    const deadline = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      standsStill = true
      deadline.reject(new StandsStill())
    }, ms)
    const working = work()
    try {
      return await Promise.race([working, deadline.promise])
    } finally {
      clearTimeout(timer)
      // Whoever asked was told already that it came to nothing.
      if (standsStill) void working.then(late).then(goOn, goOn)
    }
  }
  const run: Patience['run'] = (work, late = async () => undefined) => {
    const mine = turn.then(() => timed(work, late))
    turn = Promise.allSettled([mine])
    return mine
  }
  return {
    run,
    async atLast(work) {
      await run(work).catch((error: unknown) => {
        if (error instanceof StandsStill) waiting.push(work)
      })
    },
  }
}
