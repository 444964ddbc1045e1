/** What a person picks in one tab of this browser holds in its other tabs at once: theme, language. */
export type Picked = { theme: string } | { language: string }

// Absent outside a browser (tests of single parts) and in very old ones: then each tab follows at its next load.
const channel =
  typeof window === 'object' && 'BroadcastChannel' in window ? new BroadcastChannel('teleward-looks') : null

export const tellTabs = (picked: Picked): void => channel?.postMessage(picked)

/** Pages of this origin alone can speak here; the value is checked by who takes it all the same. */
export function onPicked(take: (picked: Record<string, unknown>) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null) take(data as Record<string, unknown>)
  })
}
