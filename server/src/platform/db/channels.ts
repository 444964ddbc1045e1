import { CompiledQuery } from 'kysely'
import type { Wire } from './wire.ts'

type Hear = (payload: string) => void

/** A server that is starting again takes about as long. What was announced meanwhile is found in the log. */
const AGAIN_MS = 500
const named = (channel: string) => `"${channel.replaceAll('"', '""')}"`

/**
 * One connection that hears what is announced. It is opened anew whenever its line breaks, and listens to the same
 * channels; a line that says nothing for two `patience` (milliseconds) is taken for broken.
 */
export function createListener(connect: (onClose: () => void) => Promise<Wire>, timeoutMs: number) {
  const channels = new Map<string, Set<Hear>>()
  let line: Promise<Wire> | undefined
  let again: NodeJS.Timeout | undefined
  let ended = false
  const watch = setInterval(() => {
    line?.then(
      (wire) =>
        wire.pendingMs() ? wire.destroy() : void wire.run(CompiledQuery.raw('select 1')).catch(() => undefined),
      () => undefined,
    )
  }, timeoutMs).unref()

  async function begin(): Promise<Wire> {
    const wire = await connect(() => {
      line = undefined
      later()
    })
    wire.onNotification = (channel, payload) => {
      for (const hear of channels.get(channel) ?? []) hear(payload)
    }
    for (const channel of channels.keys()) await wire.run(CompiledQuery.raw(`listen ${named(channel)}`))
    return wire
  }
  function connected(): Promise<Wire> {
    line ??= begin().catch((error: unknown) => {
      line = undefined
      throw error
    })
    return line
  }
  function later(): void {
    if (ended || !channels.size) return
    again ??= setTimeout(() => {
      again = undefined
      if (!ended) connected().catch(later)
    }, AGAIN_MS)
  }
  function forget(channel: string, hear: Hear): boolean {
    const all = channels.get(channel)
    all?.delete(hear)
    return Boolean(all && !all.size && channels.delete(channel))
  }

  return {
    /** Resolves when the channel is heard; answers how to stop. Fails where the first connection does. */
    async listen(channel: string, hear: Hear): Promise<() => Promise<void>> {
      channels.set(channel, (channels.get(channel) ?? new Set()).add(hear))
      try {
        await (await connected()).run(CompiledQuery.raw(`listen ${named(channel)}`))
      } catch (error) {
        forget(channel, hear)
        throw error
      }
      return async () => {
        // A line that is gone listens to nothing either.
        if (forget(channel, hear))
          await line?.then((wire) => wire.run(CompiledQuery.raw(`unlisten ${named(channel)}`))).catch(() => undefined)
      }
    },
    async end(): Promise<void> {
      ended = true
      clearInterval(watch)
      clearTimeout(again)
      await line?.then((wire) => wire.over()).catch(() => undefined)
    },
  }
}
