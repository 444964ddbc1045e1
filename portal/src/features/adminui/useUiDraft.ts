import { getUiConfigs, putUiConfig } from '@teleward/contract/uiconfig/endpoints.ts'
import { readUiConfig, type UiConfig, type UiConfigs } from '@teleward/contract/uiconfig/schema.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type ApiError, type FieldFault, isApiError } from '../../api/errors.ts'
import { invalidateTags, showError, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { useOpenForm } from '../../shell/leaving.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'
import { same } from './changes.ts'
import { type Conflict, fieldsOf, merge } from './merge.ts'

const SAVE_AFTER_MS = 500
export type SaveState =
  | { state: 'saved'; at: number | null }
  | { state: 'saving' | 'dirty' }
  | { state: 'refused'; faults: readonly FieldFault[]; why: string }

interface Answer {
  draft: UiConfigs['draft']
  config: UiConfig | null
}
const liveOf = ({ versions, published }: UiConfigs) => versions.find(({ number }) => number === published)?.config

/**
 * The draft as it is being edited: kept on the server a moment after each change, one save after the other. What another
 * administrator saved meanwhile is laid beneath what was edited here, field by field; where both changed one, the other's
 * stands, and `conflicts` has both.
 */
export function useUiDraft(data: UiConfigs) {
  const live = liveOf(data)
  const kept = data.versions.find(({ state }) => state === 'draft')?.config
  const standard = useRef(readUiConfig({})).current
  const base = live ?? standard
  const [config, setConfig] = useState<UiConfig>(kept ?? base)
  const [draft, setDraft] = useState(data.draft)
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [saved, setSaved] = useState<SaveState>({ state: 'saved', at: null })
  const pending = useRef<UiConfig | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const running = useRef<Promise<void> | null>(null)
  const revision = useRef(data.draft?.revision ?? 0)
  /** As it is on the screen, and as it was when screen and server last agreed. */
  const latest = useRef(config)
  const agreed = useRef(config)
  useUnsavedGuard('draft', saved.state === 'dirty' || saved.state === 'saving')
  useOpenForm(conflicts.length > 0, { dirty: true })

  const take = useCallback((answer: Pick<Answer, 'draft'>) => {
    revision.current = answer.draft?.revision ?? 0
    setDraft(answer.draft)
  }, [])
  const show = useCallback((next: UiConfig) => {
    latest.current = next
    setConfig(next)
  }, [])

  /** Another's draft, or what is in force where there is none: how many fields both changed, each in another way. */
  const absorb = useCallback(
    (standing: UiConfig, answer: Pick<Answer, 'draft'>): number => {
      const merged = merge(agreed.current, latest.current, standing)
      take(answer)
      agreed.current = standing
      show(merged.config)
      pending.current = same(merged.config, standing) ? null : merged.config
      const places = new Set(merged.conflicts.map(({ path }) => path))
      setConflicts((open) => [...open.filter(({ path }) => !places.has(path)), ...merged.conflicts])
      return merged.conflicts.length
    },
    [show, take],
  )

  /** After VERSION_STALE, what is left to save is `pending`. Answers what kept it from being laid over the other's. */
  const rebase = useCallback(
    async (stale: ApiError): Promise<unknown> => {
      try {
        const answer = stale.data as Answer
        const params = { partnerid: data.partnerId }
        // Without a draft the other has published, or thrown away: what is in force now is not known here yet.
        const standing = answer.config ?? liveOf(await call(getUiConfigs, { params })) ?? standard
        const both = absorb(standing, answer)
        if (!pending.current) setSaved({ state: 'saved', at: null })
        const text = t(both ? 'admin.ui.bothText' : 'admin.ui.mergedText')
        notify({ kind: 'warn', title: errorMessage(stale), text })
        return undefined
      } catch (failed) {
        return failed
      }
    },
    [absorb, data.partnerId, standard],
  )
  const send = useCallback(async () => {
    while (pending.current) {
      const next = pending.current
      pending.current = null
      setSaved({ state: 'saving' })
      try {
        const body = { revision: revision.current, config: next }
        take(await call(putUiConfig, { params: { partnerid: data.partnerId }, body }))
        agreed.current = next
        if (!pending.current) setSaved({ state: 'saved', at: Date.now() })
      } catch (error) {
        if (isApiError(error, 'CONFIG_INVALID')) {
          setSaved({ state: 'refused', faults: error.fields, why: errorMessage(error) })
          continue
        }
        const failed = isApiError(error, 'VERSION_STALE') ? await rebase(error) : error
        if (failed) {
          pending.current ??= next
          setSaved({ state: 'dirty' })
          showError(failed)
          return
        }
      }
    }
  }, [data.partnerId, rebase, take])
  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    running.current ??= send().finally(() => {
      running.current = null
    })
    await running.current
    await invalidateTags(['uiconfig'])
  }, [send])

  // What others did: a version published, a draft saved. While one's own is on its way, its answer decides.
  useEffect(() => {
    const theirs = data.draft?.revision ?? 0
    if (pending.current || running.current || theirs === revision.current) return
    absorb(kept ?? base, data)
    // What the server had refused is still here, and is tried again upon the other's.
    if (pending.current) void flush()
    else setSaved((now) => (now.state === 'refused' ? { state: 'saved', at: null } : now))
  }, [data, kept, base, absorb, flush])

  const edit = useCallback(
    (change: (now: UiConfig) => UiConfig) => {
      const next = change(latest.current)
      show(next)
      pending.current = next
      // Who changes such a field again has chosen.
      const fields = fieldsOf(next)
      setConflicts((open) => open.filter(({ path, theirs }) => same(fields.get(path), theirs)))
      setSaved({ state: 'dirty' })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS)
    },
    [flush, show],
  )
  useEffect(() => () => void (pending.current && flush()), [flush])

  const discard = useCallback(async () => {
    clearTimeout(timer.current)
    pending.current = null
    await running.current
    if (revision.current > 0) {
      const body = { revision: revision.current, config: null }
      take(await call(putUiConfig, { params: { partnerid: data.partnerId }, body }))
    }
    agreed.current = base
    show(base)
    setConflicts([])
    setSaved({ state: 'saved', at: null })
    await invalidateTags(['uiconfig'])
  }, [base, data.partnerId, show, take])
  /** The field stays as the other has it. */
  const keepTheirs = useCallback((path: string) => setConflicts((open) => open.filter((one) => one.path !== path)), [])

  return { config, base, draft, saved, conflicts, keepTheirs, edit, flush, discard, revision: () => revision.current }
}
export type UiDraft = ReturnType<typeof useUiDraft>
