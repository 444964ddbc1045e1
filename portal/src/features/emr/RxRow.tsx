import { CommentOutlined, DeleteOutlined, EllipsisOutlined, NumberOutlined } from '@ant-design/icons'
import type { ItemField, ItemProblem } from '@teleward/contract/prescriptions/rules.ts'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { composing, Listbox, useListKeys } from '../../ui/Listbox.tsx'
import type { ShownLine } from './note-draft.ts'
import type { CodeRow, RxTables } from './rxTables.ts'
import { fieldsOf, type LineFields, problemOf, readLine, sameLine } from './quick.ts'
import { useUnfinishedField } from './unfinished.ts'
import { unitOf } from '../../patterns/units.ts'
import type { NoteEditor } from './note-editor.ts'

interface Props {
  line: ShownLine
  tables: RxTables
  pen: Pick<NoteEditor, 'changeLine'> & { may: Pick<NoteEditor['may'], 'prescribe'> }
  onRemove: () => void
}
/** What was typed into a row, and the row as it was when that began. */
interface RowTyping {
  from: ShownLine
  fields: Partial<LineFields>
}
const CLOSED_MS = 3000
const COMPARED = ['dose', 'frequency', 'route', 'days', 'total', 'notes'] as const
/** The fields that somebody else has changed since the typing began. */
function changedMeanwhile({ from }: RowTyping, line: ShownLine): (typeof COMPARED)[number][] {
  if (from.version === line.version) return []
  const [before, after] = [fieldsOf(from), fieldsOf(line)]
  return COMPARED.filter((field) => before[field] !== after[field])
}
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
  const fields = fixed ? null : typing && { ...kept, ...typing.fields }
  const now = fields ?? kept
  const read = readLine(line, now, tables.codes)
  const dirty = fields !== null && read.values === null
  useUnsavedGuard('draft', dirty)
  const firstField = () => body.current?.querySelector<HTMLElement>('[aria-invalid=true], input')?.focus()
  useUnfinishedField('line', dirty ? line.name : null, firstField)
  // A record whose drafts are looked up is closed for a moment, and what was typed into a row stands in it afterwards; one that
  // stays closed was signed, and has nothing to do with an amendment that somebody begins later.
  useEffect(() => {
    if (!fixed) return
    const closed = setTimeout(() => setTyping(null), CLOSED_MS)
    return () => clearTimeout(closed)
  }, [fixed])

  const set = (change: Partial<LineFields>) =>
    setTyping((before) => ({ from: before?.from ?? line, fields: { ...before?.fields, ...change } }))
  const others = typing ? changedMeanwhile(typing, line) : []
  const leave = () => {
    if (!fields || !read.values) return
    // What another changed in the same field is not put back unseen: the server holds the version of when the typing began
    // against its own, and both are shown.
    const clash = others.some((field) => typing?.fields[field] !== undefined)
    if (!sameLine(read.values, line)) pen.changeLine(line.id, read.values, clash ? typing?.from.version : line.version)
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
      setTyping(null)
      setExtra(null)
    }
  }
  const problem = (field: ItemField) => (fields ? problemOf(read.problems, field) : undefined)
  const total = now.total || (read.computed === null ? '' : String(read.computed))
  const own = now.total !== '' && read.computed !== null && Number(now.total) !== read.computed
  const faults = fields ? read.problems.filter(({ field }) => SHOWN.includes(field)) : []
  const frequency = tables.frequencies.find(({ code }) => code === now.frequency.toUpperCase())
  const facts = [
    frequency?.name,
    read.dailyDose === null ? null : t('emr.rx.daily', { amount: read.dailyDose, unit: unitOf(line.unit) }),
  ]
  const cell = (field: 'dose' | 'days' | 'total', value: string, label: string) => (
    <input
      className={`cell num ${problem(field) ? 'err' : ''} ${field === 'dose' ? '' : 'r'} ${field === 'total' ? 'b' : ''}`}
      value={value}
      inputMode="decimal"
      maxLength={12}
      disabled={fixed}
      aria-label={label}
      aria-invalid={problem(field) ? true : undefined}
      onChange={(event) => set({ [field]: event.target.value })}
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
            wrong={problem('frequency') !== undefined}
            onChange={(code) => set({ frequency: code })}
          />
        </td>
        <td>
          <CodeCell
            rows={tables.routes}
            value={now.route}
            label={t('emr.rx.route')}
            fixed={fixed}
            wrong={problem('route') !== undefined}
            onChange={(code) => set({ route: code })}
          />
        </td>
        <td className="r">{cell('days', now.days, t('emr.rx.days'))}</td>
        <td className="r" title={line.totalReason ?? undefined}>
          {cell('total', total, t('emr.rx.total'))}
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
                        onPick: () => set({ total: '', totalReason: '' }),
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
      {(extra === 'notes' || (own && fields) || faults.length > 0 || others.length > 0) && (
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

/** Codes that begin so, then names that contain it. */
function found(rows: readonly CodeRow[], wanted: string): CodeRow[] {
  const begins = ({ code }: CodeRow) => code.toLowerCase().startsWith(wanted)
  return [...rows.filter(begins), ...rows.filter((row) => !begins(row) && row.name.toLowerCase().includes(wanted))]
}

interface CodeCellProps {
  rows: readonly CodeRow[]
  value: string
  label: string
  fixed: boolean
  wrong: boolean
  onChange: (code: string) => void
}
/** A code that can be typed or picked by its name. */
function CodeCell({ rows, value, label, fixed, wrong, onChange }: CodeCellProps) {
  const [open, setOpen] = useState(false)
  const [typing, setTyping] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const wanted = value.trim().toLowerCase()
  const items = useMemo(() => (typing && wanted ? found(rows, wanted) : rows), [rows, typing, wanted])
  const shown = open && items.length > 0
  const pick = ({ code }: CodeRow) => {
    onChange(code)
    setOpen(false)
    setTyping(false)
  }
  const list = useListKeys({
    items,
    open: shown,
    onPick: pick,
    onClose: () => setOpen(false),
    tabPicks: typing && wanted !== '',
    hesitant: !typing,
  })
  return (
    <>
      <input
        ref={box}
        className={`cell code ${wrong ? 'err' : ''}`}
        role="combobox"
        aria-expanded={shown}
        aria-controls={list.id}
        aria-activedescendant={list.active}
        aria-label={label}
        aria-invalid={wrong || undefined}
        title={rows.find(({ code }) => code === value)?.name}
        value={value}
        maxLength={20}
        disabled={fixed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          onChange(event.target.value.toUpperCase())
          setTyping(true)
          setOpen(true)
        }}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          setTyping(false)
        }}
        onKeyDown={(event) => {
          if (!list.onKeyDown(event) && event.key === 'ArrowDown' && !composing(event)) setOpen(true)
        }}
      />
      {shown && (
        <Listbox
          anchor={box}
          id={list.id}
          at={list.at}
          items={items}
          label={label}
          keyOf={({ code }) => code}
          onHover={list.setAt}
          onPick={pick}
          minWidth={240}
          render={({ code, name }) => (
            <>
              <span className="code b cw">{code}</span>
              <span className="grow ell">{name}</span>
            </>
          )}
        />
      )}
    </>
  )
}
