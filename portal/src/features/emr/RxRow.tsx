import { CommentOutlined, DeleteOutlined, EllipsisOutlined, NumberOutlined } from '@ant-design/icons'
import { ceilingsOf } from '@teleward/contract/prescriptions/ceilings.ts'
import { isDaily } from '@teleward/contract/prescriptions/frequency.ts'
import { readQuantity } from '@teleward/contract/prescriptions/quantity.ts'
import { handedUnit } from '@teleward/contract/prescriptions/taken.ts'
import type { ItemField, ItemProblem } from '@teleward/contract/prescriptions/rules.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { composing } from '../../ui/composing.ts'
import { CodeCell } from './CodeCell.tsx'
import type { ShownLine } from './note-draft.ts'
import type { RxTables } from './rxTables.ts'
import { changedMeanwhile, clashes, fieldsNow, isMeant, type RowTyping, totalInDoubt } from './row-typing.ts'
import { fieldsOf, type LineFields, problemOf, readLine, sameLine } from './quick.ts'
import { useUnfinishedField } from './unfinished.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { unitOf } from '../../patterns/units.ts'
import { formatDateTime } from '../../ui/format.ts'
import type { NoteEditor } from './note-editor.ts'

interface Props {
  line: ShownLine
  tables: RxTables
  pen: Pick<NoteEditor, 'changeLine'> & { may: Pick<NoteEditor['may'], 'prescribe'> }
  onRemove: () => void
}
const CLOSED_MS = 3000
/** A row that is whole is kept while somebody still stands in it, this long after the last key. */
const KEPT_AFTER_MS = 800
/** Figures and codes are never cut: a dose of `0.125` that shows as `0…` is a dose nobody can check. */
const widthOf = (value: string) => ({ minWidth: `max(32px, calc(${value.length}ch + 10px))` })
const SHOWN: readonly ItemField[] = ['dose', 'frequency', 'route', 'days', 'total', 'totalReason']
export const problemText = ({ field, reason }: ItemProblem) =>
  t(`emr.rx.problem.${field}.${reason}` as 'emr.rx.problem.dose.missing')

/** One line: what is typed is computed at once, and kept when the row is left. */
export function RxRow({ line, tables, pen, onRemove }: Props) {
  const [typing, setTyping] = useState<RowTyping | null>(null)
  const [extra, setExtra] = useState<'notes' | 'total' | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const kept = fieldsOf(line)
  const fixed = !pen.may.prescribe
  const now = fixed ? kept : fieldsNow(line, typing)
  const fields = fixed || !typing ? null : now
  const asMeant = readLine(line, now, tables.codes, true)
  const read = isMeant(line, typing, asMeant.values) ? asMeant : readLine(line, now, tables.codes)
  const doubtful = !fixed && typing !== null && totalInDoubt(typing, now, read.computed)
  const values = doubtful ? null : read.values
  const dirty = fields !== null && values === null
  useUnsavedGuard('draft', dirty)
  const firstField = () => body.current?.querySelector<HTMLElement>('[aria-invalid=true], input')?.focus()
  useUnfinishedField('line', dirty ? line.name : null, firstField)
  const unchecked = !fixed && now.totalToCheck && read.computed === null
  useUnfinishedField('total', unchecked && !dirty ? line.name : null, () =>
    body.current?.querySelector<HTMLElement>('[data-total]')?.focus(),
  )
  // A record whose drafts are looked up is closed for a moment, and what was typed into a row stands in it afterwards; one that
  // stays closed was signed, and has nothing to do with an amendment that somebody begins later.
  useEffect(() => {
    if (!fixed) return
    const closed = setTimeout(() => setTyping(null), CLOSED_MS)
    return () => clearTimeout(closed)
  }, [fixed])

  const set = (change: Partial<LineFields>, confirm = false) =>
    setTyping((before) => ({
      from: before?.from ?? line,
      kept: before?.kept ?? [],
      fields: { ...before?.fields, ...change },
      confirm,
    }))
  const others = typing ? changedMeanwhile(typing, line) : []
  const clash = typing !== null && clashes(typing, others)
  const toKeep = fields && values && !sameLine(values, line) ? values : null
  const keep = () => {
    if (!typing || !toKeep) return
    // What another changed in the same field is not put back unseen: the server holds the version of when the typing began
    // against its own, and both are shown.
    pen.changeLine(line.id, toKeep, clash ? typing.from.version : line.version)
  }
  const latestKeep = useRef(keep)
  latestKeep.current = keep
  const waits = toKeep !== null && !clash
  // The typed text is part of what is waited for: each key begins the pause anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (!waits) return
    const pause = setTimeout(() => {
      latestKeep.current()
      setTyping((before) => before && { ...before, kept: toKeep ? [...before.kept, toKeep] : before.kept })
    }, KEPT_AFTER_MS)
    return () => clearTimeout(pause)
  }, [waits, typing])
  const leave = () => {
    if (!fields || !values) return
    keep()
    setTyping(null)
    setExtra(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (composing(event) || event.defaultPrevented) return
    if (event.key === 'Enter') {
      // With Ctrl it signs: the line is kept first, and the key goes on.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault()
      leave()
    } else if (event.key === 'Escape' && fields) {
      event.stopPropagation()
      // What a pause has kept already goes back too, unless another has been in the row since.
      if (typing && !others.length && typing.kept.length)
        pen.changeLine(line.id, { ...typing.from, confirm: Boolean(typing.from.confirmed ?? typing.from.confirm) })
      setTyping(null)
      setExtra(null)
    }
  }
  const problem = (field: ItemField) =>
    fields && (problemOf(read.problems, field) !== undefined || (field === 'total' && doubtful))
  const total = now.total || (read.computed === null ? '' : String(read.computed))
  const own = now.total !== '' && read.computed !== null && readQuantity(now.total) !== read.computed
  const unusual = fields !== null && read.problems.some(({ reason }) => reason === 'unusual')
  const faults = fields && !unusual ? read.problems.filter(({ field }) => SHOWN.includes(field)) : []
  const frequency = tables.frequencies.find(({ code }) => code === now.frequency.toUpperCase())
  const facts = [
    frequency?.name,
    // A daily figure beside a weekly drug invites taking it daily.
    read.dailyDose === null || !isDaily(now.frequency)
      ? null
      : t('emr.rx.daily', { amount: read.dailyDose, unit: unitOf(line.unit) }),
    !fields && line.totalReason && read.computed !== null
      ? t('emr.rx.byHand', { total: line.total, computed: read.computed, reason: line.totalReason })
      : null,
    !fields && line.confirmed
      ? t('emr.rx.confirmedBy', { name: nameOf(line.confirmed.by), at: formatDateTime(line.confirmed.at) })
      : null,
  ]
  const handed = unitOf(handedUnit(line))
  const cell = (field: 'dose' | 'days' | 'total', value: string, label: string) => (
    <input
      className={`cell num ${problem(field) ? 'err' : ''} ${field === 'dose' ? '' : 'r'} ${field === 'total' ? 'b' : ''}`}
      style={widthOf(value)}
      value={value}
      inputMode="decimal"
      maxLength={12}
      disabled={fixed}
      data-total={field === 'total' ? true : undefined}
      aria-label={label}
      aria-invalid={problem(field) ? true : undefined}
      onChange={(event) =>
        set({ [field]: event.target.value, ...(field === 'total' ? { totalToCheck: false } : undefined) })
      }
      onFocus={(event) => event.target.select()}
    />
  )
  return (
    <tbody
      ref={body}
      className={line.pending ? 'pending' : ''}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!body.current?.contains(event.relatedTarget)) leave()
      }}
    >
      <tr>
        <td>
          <span className="dn">
            <span title={[line.code, line.nameZhTw].filter(Boolean).join(' ')}>{line.name}</span>
          </span>
          <span className="ds num">
            {facts.filter(Boolean).join(t('common.dot'))}
            {line.notes && extra !== 'notes' && (
              <span className="t2">
                {t('common.dot')}
                {line.notes}
              </span>
            )}
          </span>
        </td>
        <td>
          <span className="dose">
            {cell('dose', now.dose, t('emr.rx.dose'))}
            <span className="t3 f12">{unitOf(line.unit)}</span>
          </span>
        </td>
        <td>
          <CodeCell
            rows={tables.frequencies}
            value={now.frequency}
            label={t('emr.rx.frequency')}
            fixed={fixed}
            wrong={problem('frequency') === true}
            onChange={(code) => set({ frequency: code })}
          />
        </td>
        <td>
          <CodeCell
            rows={tables.routes}
            value={now.route}
            label={t('emr.rx.route')}
            fixed={fixed}
            wrong={problem('route') === true}
            onChange={(code) => set({ route: code })}
          />
        </td>
        <td className="r" data-label={t('emr.rx.days')}>
          {cell('days', now.days, t('emr.rx.days'))}
        </td>
        <td className="r" data-label={t('emr.rx.total')} title={line.totalReason ?? undefined}>
          {cell('total', total, t('emr.rx.total'))}
          {line.totalUnit && <span className="t3 f12"> {unitOf(line.totalUnit)}</span>}
        </td>
        <td>
          {!fixed && (
            <MenuButton
              className="icbtn sm"
              label={t('emr.rx.more', { name: line.name })}
              items={[
                { key: 'notes', label: t('emr.rx.notes'), icon: <CommentOutlined />, onPick: () => setExtra('notes') },
                ...(now.total
                  ? [
                      {
                        key: 'total',
                        label: t('emr.rx.computed'),
                        icon: <NumberOutlined />,
                        onPick: () => set({ total: '', totalToCheck: false, totalReason: '' }),
                      },
                    ]
                  : []),
                {
                  key: 'remove',
                  label: t('common.remove'),
                  icon: <DeleteOutlined />,
                  danger: true,
                  divided: true,
                  onPick: onRemove,
                },
              ]}
            >
              <EllipsisOutlined />
            </MenuButton>
          )}
        </td>
      </tr>
      {(extra === 'notes' ||
        (own && fields) ||
        faults.length > 0 ||
        others.length > 0 ||
        doubtful ||
        unusual ||
        unchecked) && (
        <tr className="under">
          <td colSpan={7}>
            {extra === 'notes' && (
              <input
                className="input wide"
                // biome-ignore lint/a11y/noAutofocus: the menu item that opened it was just picked.
                autoFocus
                value={now.notes}
                maxLength={500}
                aria-label={t('emr.rx.notes')}
                placeholder={t('emr.rx.notesHint')}
                onChange={(event) => set({ notes: event.target.value })}
              />
            )}
            {own && fields && (
              <input
                className={`input wide ${problem('totalReason') ? 'err' : ''}`}
                value={now.totalReason}
                maxLength={200}
                aria-label={t('emr.rx.totalReason')}
                placeholder={t('emr.rx.totalReasonHint', { total: read.computed ?? 0 })}
                onChange={(event) => set({ totalReason: event.target.value })}
              />
            )}
            {others.length > 0 && (
              <p className="help warn" role="status">
                {t('emr.rx.changedMeanwhile', {
                  fields: others.map((field) => `${t(`emr.rx.${field}`)} ${kept[field]}`).join(t('common.dot')),
                })}
              </p>
            )}
            {unusual && (
              <p className="help err" role="alert">
                {t('emr.rx.unusual', { ...ceilingsOf(line), unit: unitOf(line.unit), handed })}{' '}
                <Button size="sm" onClick={() => set({}, true)}>
                  {t('emr.rx.unusualMeant')}
                </Button>
              </p>
            )}
            {doubtful && (
              <p className="help err" role="alert">
                {t('emr.rx.totalStill', { total: now.total, unit: handed })}{' '}
                <Button size="sm" onClick={() => set({ total: now.total, totalToCheck: false })}>
                  {t('emr.rx.totalStays', { total: now.total })}
                </Button>
              </p>
            )}
            {unchecked && !doubtful && !problem('total') && (
              <p className="help warn" role="status">
                {t('emr.rx.totalUnchecked', { total: now.total, unit: handed })}{' '}
                <Button size="sm" onClick={() => set({ totalToCheck: false })}>
                  {t('emr.rx.totalChecked', { total: now.total })}
                </Button>
              </p>
            )}
            {faults.length > 0 && (
              <p className="help err" role="alert">
                {faults.map(problemText).join(t('common.dot'))}
              </p>
            )}
          </td>
        </tr>
      )}
    </tbody>
  )
}
