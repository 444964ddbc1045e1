import type { SessionState } from '@teleward/contract/auth/schema.ts'
import type { UiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/useStore.ts'

/**
 * A draft of the interface, looked at in this tab alone: everything the session state says of the looks comes from it.
 * What the server answers does not change; a reload keeps it, closing the tab ends it.
 */
export interface Preview {
  partnerId: number
  number: number
  config: UiConfig
  /** The institution's own, which the draft goes before. */
  brand: { logo: string | null; primaryColour: string | null }
}
const KEY = 'tw_preview'

function stored(): Preview | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Preview | null
  } catch {
    return null
  }
}
const preview = createStore(typeof sessionStorage === 'undefined' ? null : stored())

export const previewStore = {
  get: preview.get,
  set(next: Preview | null) {
    if (next) sessionStorage.setItem(KEY, JSON.stringify(next))
    else sessionStorage.removeItem(KEY)
    preview.set(next)
  },
  subscribe: preview.subscribe,
}
export const usePreview = () => useStore(preview)

/** The session state as the draft would make it. */
export function previewed(me: SessionState, draft: Preview | null): SessionState {
  if (!draft || draft.partnerId !== me.partner_id) return me
  const { config, brand } = draft
  return {
    ...me,
    ui_config: config,
    brand: { logo: config.logo ?? brand.logo, primaryColour: config.primaryColour ?? brand.primaryColour },
  }
}
