import { putUiConfig } from '@teleward/contract/uiconfig/endpoints.ts'
import { readUiConfig, type UiConfig, type UiConfigs } from '@teleward/contract/uiconfig/schema.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type FieldFault, isApiError } from '../../api/errors.ts'
import { invalidateTags, showError, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'

const SAVE_AFTER_MS = 500
export type SaveState =
  | { state: 'saved'; at: number | null }
  | { state: 'saving' | 'dirty' }
  | { state: 'refused'; faults: readonly FieldFault[]; why: string }

interface Answer {
  draft: { number: number; revision: number } | null
  config: UiConfig | null
}

/**
 * The draft as it is being edited: kept on the server a moment after each change, one save after the other. What another
 * administrator saved meanwhile takes its place, and is told.
 */
export function useUiDraft(data: UiConfigs) {
  const live = data.versions.find(({ number }) => number === data.published)?.config
  const kept = data.versions.find(({ state }) => state === 'draft')?.config
  const standard = useRef(readUiConfig({})).current
  const base = live ?? standard
  const [config, setConfig] = useState<UiConfig>(kept ?? base)
  const [draft, setDraft] = useState(data.draft)
  const [saved, setSaved] = useState<SaveState>({ state: 'saved', at: null })
  const pending = useRef<UiConfig | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const running = useRef<Promise<void> | null>(null)
  const revision = useRef(data.draft?.revision ?? 0)
  useUnsavedGuard('draft', saved.state === 'dirty' || saved.state === 'saving')

  const take = useCallback((answer: Answer, whole: boolean) => {
    revision.current = answer.draft?.revision ?? 0
    setDraft(answer.draft)
    if (whole && answer.config) setConfig(answer.config)
  }, [])

  // What others did: a version published, a draft saved. While one's own is on its way, its answer decides.
  useEffect(() => {
    const theirs = data.draft?.revision ?? 0
    if (pending.current || running.current || theirs === revision.current) return
    revision.current = theirs
    setDraft(data.draft)
    setConfig(kept ?? base)
  }, [data.draft, kept, base])

  const send = useCallback(async () => {
    while (pending.current) {
      const next = pending.current
      pending.current = null
      setSaved({ state: 'saving' })
      try {
        const body = { revision: revision.current, config: next }
        take(await call(putUiConfig, { params: { partnerid: data.partnerId }, body }), false)
        if (!pending.current) setSaved({ state: 'saved', at: Date.now() })
      } catch (error) {
        if (isApiError(error, 'VERSION_STALE')) {
          pending.current = null
          take(error.data as Answer, true)
          setSaved({ state: 'saved', at: null })
          notify({ kind: 'warn', title: errorMessage(error), text: t('admin.staleText') })
        } else if (isApiError(error, 'CONFIG_INVALID'))
          setSaved({ state: 'refused', faults: error.fields, why: errorMessage(error) })
        else {
          pending.current ??= next
          setSaved({ state: 'dirty' })
          showError(error)
          return
        }
      }
    }
  }, [data.partnerId, take])
  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    running.current ??= send().finally(() => {
      running.current = null
    })
    await running.current
    await invalidateTags(['uiconfig'])
  }, [send])

  const edit = useCallback(
    (change: (now: UiConfig) => UiConfig) => {
      setConfig((now) => {
        const next = change(now)
        pending.current = next
        return next
      })
      setSaved({ state: 'dirty' })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS)
    },
    [flush],
  )
  useEffect(() => () => void (pending.current && flush()), [flush])

  const discard = useCallback(async () => {
    clearTimeout(timer.current)
    pending.current = null
    await running.current
    if (revision.current > 0) {
      const body = { revision: revision.current, config: null }
      take(await call(putUiConfig, { params: { partnerid: data.partnerId }, body }), false)
    }
    setConfig(base)
    setSaved({ state: 'saved', at: null })
    await invalidateTags(['uiconfig'])
  }, [base, data.partnerId, take])

  return { config, base, draft, saved, edit, flush, discard, revision: () => revision.current }
}
export type UiDraft = ReturnType<typeof useUiDraft>
