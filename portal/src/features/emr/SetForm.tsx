import {
  type PrescriptionSet,
  SET_CODE_MAX,
  SET_NAME_MAX,
  upsertMedicinePackage,
} from '@teleward/contract/emr/set-endpoints.ts'
import { useMemo, useRef, useState } from 'react'
import type { ApiError } from '../../api/errors.ts'
import { newKey } from '../../api/http.ts'
import { errorMessage, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { notify } from '../../ui/notify.ts'
import { AddLine } from './AddLine.tsx'
import { addedId, linesAfter, type LineValues, type ShownLine } from './note-draft.ts'
import { type LineEditor, RxTable } from './RxTable.tsx'
import { lineBody } from './note-calls.ts'
import { useRxTables } from './useRxTables.ts'

/** What is edited: a set that is there, or a new one, of lines or of none. */
export interface EditedSet {
  set?: PrescriptionSet
  lines: readonly ShownLine[]
}
const shown = (line: LineValues, at: number): ShownLine => ({
  ...line,
  id: `kept:${at}`,
  dailyDose: null,
  sort: at,
  version: 1,
})
const begin = ({ set, lines }: EditedSet): ShownLine[] => (set?.lines ?? lines).map((line, at) => shown(line, at))
const missing = { name: 'FIELD_EMPTY', code: 'FIELD_EMPTY' } as const

/** A set's name, code and lines, which are written as a prescription is. */
export function SetForm({ edited, onClose }: { edited: EditedSet; onClose: () => void }) {
  const { set } = edited
  const tables = useRxTables()
  const start = useMemo(() => begin(edited), [edited])
  const [name, setName] = useState(set?.name ?? '')
  const [code, setCode] = useState(set?.code ?? '')
  const [shared, setShared] = useState(set?.shared ?? false)
  const [lines, setLines] = useState(start)
  const [errors, setErrors] = useState<Partial<Record<'name' | 'code' | 'lines', string>>>({})
  const drug = useRef<HTMLInputElement>(null)
  const dirty =
    name !== (set?.name ?? '') ||
    code !== (set?.code ?? '') ||
    shared !== (set?.shared ?? false) ||
    (set ? lines !== start : lines.length > 0)
  const onRefused = (error: ApiError): boolean => {
    if (error.code === 'VERSION_STALE' || error.code === 'NOT_FOUND') {
      void invalidateTags(['sets'])
      setErrors({ lines: t('rx.sets.changedElsewhere') })
      return true
    }
    const path = error.fields?.[0]?.path ?? ''
    const at = Number(/^lines\.(\d+)/.exec(path)?.[1] ?? Number.NaN)
    const drugName = lines[at]?.name
    if (path === 'name' || path === 'code') setErrors({ [path]: errorMessage(error) })
    else setErrors({ lines: [drugName, errorMessage(error)].filter(Boolean).join(t('common.dot')) })
    return true
  }
  const keeping = useEndpointMutation(upsertMedicinePackage, {
    onDone: (kept) => {
      notify({ kind: 'ok', title: t('rx.sets.saved', { name: kept.name }) })
      onClose()
    },
    onError: onRefused,
  })
  const pen = useMemo(
    (): LineEditor => ({
      view: { lines },
      may: { prescribe: true },
      addLine: (line, sort) => {
        const op = { kind: 'addLine' as const, key: newKey(), line, ...(sort === undefined ? {} : { sort }) }
        setLines((now) => linesAfter(now, op).map((one) => (one.id === addedId(op) ? { ...one, pending: false } : one)))
      },
      changeLine: (id, line) =>
        setLines((now) => now.map((one) => (one.id === id ? { ...one, ...line, dailyDose: null } : one))),
      removeLine: (id) => setLines((now) => now.filter((one) => one.id !== id)),
    }),
    [lines],
  )
  const written = useRef<HTMLElement>(null)
  const submit = () => {
    // A line that is half typed stands in its row alone: the one before it would be kept.
    const half = written.current?.querySelector<HTMLElement>('tbody [aria-invalid="true"]')
    if (half) return half.focus()
    const empty = {
      ...(name.trim() ? {} : { name: errorText(missing.name) }),
      ...(code.trim() ? {} : { code: errorText(missing.code) }),
      ...(lines.length ? {} : { lines: errorText('RX_EMPTY') }),
    }
    setErrors(empty)
    if (Object.keys(empty).length) return
    const version = set ? { id: set.id, version: set.version } : {}
    keeping.mutate({ body: { ...version, name: name.trim(), code: code.trim(), shared, lines: lines.map(lineBody) } })
  }
  return (
    <FormDrawer
      open
      title={set ? t('rx.sets.change', { name: set.name }) : t('rx.sets.blank')}
      dirty={dirty}
      busy={keeping.isPending}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
      width={620}
    >
      <FormColumn>
        <Line label={t('rx.sets.name')} required error={errors.name}>
          {(id, described) => (
            <input
              id={id}
              aria-describedby={described}
              aria-invalid={errors.name ? true : undefined}
              className={`input ${errors.name ? 'err' : ''}`}
              value={name}
              maxLength={SET_NAME_MAX}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Line>
        <Line label={t('rx.sets.code')} required error={errors.code} hint={t('rx.sets.codeHint')}>
          {(id, described) => (
            <input
              id={id}
              aria-describedby={described}
              aria-invalid={errors.code ? true : undefined}
              className={`input code ${errors.code ? 'err' : ''}`}
              value={code}
              maxLength={SET_CODE_MAX}
              spellCheck={false}
              onChange={(event) => setCode(event.target.value.replace(/\s/g, ''))}
            />
          )}
        </Line>
        <label className="row">
          <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
          {t('rx.sets.share')}
        </label>
        <section className="card rx" ref={written} aria-label={t('rx.sets.lines')}>
          <RxTable pen={pen} tables={tables} />
          <AddLine pen={pen} tables={tables} input={drug} />
        </section>
        {set?.lines.some(({ listed }) => !listed) && (
          <p className="help c-warn">
            {t('rx.sets.delistedHint', {
              names: set.lines
                .filter(({ listed }) => !listed)
                .map((line) => line.name)
                .join(t('common.patient.separator')),
            })}
          </p>
        )}
        {errors.lines && (
          <p className="help err" role="alert">
            {errors.lines}
          </p>
        )}
      </FormColumn>
    </FormDrawer>
  )
}
