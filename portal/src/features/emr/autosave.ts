/** When unsent text goes to the server, and when it is tried again. Knows nothing of notes. */
export type SavePhase = 'idle' | 'waiting' | 'saving' | 'offline'

export interface AutosaveOptions {
  /** Sends what is there to send; throws what stopped it. */
  work: () => Promise<void>
  /** Whether this failure heals by itself: no network, a server in trouble. Others end the attempt for good. */
  heals: (error: unknown) => boolean
  onFailure: (error: unknown) => void
  onPhase: (phase: SavePhase) => void
}

/** After the last keystroke, and at most after the first one not yet sent: together under a second (EMR-19). */
export const SAVE_AFTER_MS = 500
export const SAVE_AT_LATEST_MS = 900
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000] as const

export class Autosave {
  private readonly options: AutosaveOptions
  private timer: ReturnType<typeof setTimeout> | undefined
  private since = 0
  private failures = 0
  private running: Promise<boolean> | null = null
  private again = false
  private phase: SavePhase = 'idle'
  private stopped = false

  constructor(options: AutosaveOptions) {
    this.options = options
  }

  /** Something was typed. While the line is down the back-off decides, not the keys. */
  poke(after = SAVE_AFTER_MS): void {
    if (this.stopped) return
    if (this.running) {
      this.again = true
      return
    }
    if (this.phase === 'offline') return
    const now = Date.now()
    if (this.phase === 'idle') this.since = now
    const wait = Math.max(0, Math.min(after, this.since + Math.max(SAVE_AT_LATEST_MS, after) - now))
    this.to('waiting')
    this.schedule(wait)
  }

  /** Saves at once, without waiting for the timers: before signing, on leaving, when the connection is back. Answers true when nothing is left unsaved. */
  async flush(): Promise<boolean> {
    if (this.stopped) return false
    while (this.running) await this.running
    return this.run()
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  private schedule(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.run(), ms)
  }

  private run(): Promise<boolean> {
    clearTimeout(this.timer)
    this.again = false
    this.running = this.attempt().finally(() => {
      this.running = null
      if (this.again) {
        this.again = false
        this.poke()
      }
    })
    return this.running
  }

  private async attempt(): Promise<boolean> {
    if (this.phase !== 'offline') this.to('saving')
    try {
      await this.options.work()
      this.failures = 0
      this.to('idle')
      return true
    } catch (error) {
      if (this.options.heals(error)) {
        this.to('offline')
        if (!this.stopped) this.schedule(BACK_OFF_MS[Math.min(this.failures, BACK_OFF_MS.length - 1)] ?? 15_000)
        this.failures += 1
      } else {
        this.to('idle')
        this.options.onFailure(error)
      }
      return false
    }
  }

  private to(phase: SavePhase): void {
    if (this.phase === phase) return
    this.phase = phase
    this.options.onPhase(phase)
  }
}
