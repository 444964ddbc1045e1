import {
  CloseOutlined,
  SearchOutlined,
  StarOutlined,
  EditOutlined,
  WarningOutlined,
  DeleteOutlined,
} from '@ant-design/icons'
import { cleanText } from '@teleward/contract/core/clean-text.ts'
import { typedAs } from '@teleward/contract/emr/icd-code.ts'
import { getIcd10 } from '@teleward/contract/emr/endpoints.ts'
import type { FoundIcd } from '@teleward/contract/emr/schema.ts'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { FindField } from './FindField.tsx'
import { icdName } from './icdName.ts'
import { IcdOption } from './IcdOption.tsx'
import { composing } from '../../ui/composing.ts'
import type { ShownDiagnosis } from './note-draft.ts'
import { missingCode, oldCode } from './missing-code.ts'
import { useSearchList, useSettled } from './useSearchList.ts'
import type { NoteEditor } from './note-editor.ts'
import { useUnfinishedField } from './unfinished.ts'

const none: readonly FoundIcd[] = []
/** The longest title there is fits. */
const SEARCHED_MAX = 256

interface Props {
  pen: NoteEditor
  pid: number
  input: Ref<HTMLInputElement>
  onFocus: () => void
  /** Who else is at the diagnoses, and where they came from. */
  mark: ReactNode
}
/** ICD-10 lines of the note: chips, the primary first, and the field that finds more. */
export function Diagnoses({ pen, pid, input, onFocus, mark }: Props) {
  const rows = pen.view.diagnoses
  const [remarking, setRemarking] = useState<string | null>(null)
  if (!pen.may.diagnose && rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done with the box, it hears that the focus came.
    <div className="icds" onFocus={onFocus}>
      {rows.map((row, index) => (
        <Chip
          key={row.id}
          row={row}
          first={index === 0}
          pen={pen}
          remarking={remarking === row.id}
          onRemark={() => setRemarking(row.id)}
          onRemarked={() => setRemarking(null)}
        />
      ))}
      {mark}
      {pen.may.diagnose && <Finder pen={pen} pid={pid} input={input} />}
    </div>
  )
}

interface ChipProps {
  row: ShownDiagnosis
  first: boolean
  pen: NoteEditor
  remarking: boolean
  onRemark: () => void
  onRemarked: () => void
}
function Chip({ row, first, pen, remarking, onRemark, onRemarked }: ChipProps) {
  const { makePrimary, removeIcd, remarkIcd, may } = pen
  const name = icdName(row)
  const items = [
    ...(first
      ? []
      : [
          {
            key: 'primary',
            label: t('emr.icd.makePrimary'),
            icon: <StarOutlined />,
            onPick: () => makePrimary(row.id),
          },
        ]),
    { key: 'remark', label: t('emr.icd.remark'), icon: <EditOutlined />, onPick: onRemark },
    {
      key: 'remove',
      label: t('common.remove'),
      icon: <DeleteOutlined />,
      danger: true,
      onPick: () => removeIcd(row.id),
    },
  ]
  const face = (
    <>
      <span className="code">{row.code}</span>
      <span className="ell nm" title={`${row.nameZhTw} ${row.nameEn}`}>
        {name}
        {row.remarks && !remarking && <span className="t3">（{row.remarks}）</span>}
      </span>
      {first && <span className="tag pri">{t('emr.icd.primary')}</span>}
      {!row.billable && (
        <span className="c-warn" role="img" title={t('emr.icd.heading')} aria-label={t('emr.icd.heading')}>
          <WarningOutlined />
        </span>
      )}
    </>
  )
  return (
    <span className={`icd ${first ? 'main' : ''} ${may.diagnose ? '' : 'fixed'}`}>
      {may.diagnose ? (
        <MenuButton
          className="icdface"
          align="start"
          label={t('emr.icd.menu', { code: row.code })}
          title={name}
          items={items}
        >
          {face}
        </MenuButton>
      ) : (
        face
      )}
      {remarking && (
        <Remark row={row} onKeep={(text, version) => remarkIcd(row.id, text, version)} onDone={onRemarked} />
      )}
      {may.diagnose && (
        <button
          type="button"
          className="x"
          aria-label={t('emr.icd.remove', { code: row.code })}
          onClick={() => removeIcd(row.id)}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  )
}

const MAX_REMARK = 500
const KEPT_AFTER_MS = 800
interface RemarkProps {
  row: ShownDiagnosis
  /** `version`: of when the typing began, where another has changed the remark since; the server then shows both. */
  onKeep: (text: string, version?: number) => void
  onDone: () => void
}
/** A remark while it is typed: kept in each pause, as a row of the prescription is. */
function Remark({ row, onKeep, onDone }: RemarkProps) {
  const [value, setValue] = useState(row.remarks)
  const began = useRef(row)
  const mine = useRef([row.remarks])
  const changed = row.version !== began.current.version && !mine.current.includes(row.remarks)
  // As the server keeps it: otherwise one's own words would come back as another's.
  const clean = cleanText(value).trim()
  const waits = clean !== row.remarks
  const keep = (text: string) => {
    if (text === row.remarks) return
    onKeep(text, changed ? began.current.version : undefined)
    mine.current.push(text)
  }
  const latest = useRef(keep)
  latest.current = keep
  useEffect(() => {
    if (!waits || changed) return
    const pause = setTimeout(() => latest.current(clean), KEPT_AFTER_MS)
    return () => clearTimeout(pause)
  }, [waits, changed, clean])
  const onKeyDown = (event: KeyboardEvent) => {
    if (composing(event)) return
    if (event.key === 'Enter') keep(clean)
    else if (event.key === 'Escape') {
      // What a pause has kept goes back too, unless another has written since.
      if (!changed) keep(began.current.remarks)
    } else return
    onDone()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        className="remark"
        // biome-ignore lint/a11y/noAutofocus: the menu item that opened it was just picked.
        autoFocus
        value={value}
        maxLength={MAX_REMARK}
        aria-label={t('emr.icd.remark')}
        placeholder={t('emr.icd.remark')}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          keep(clean)
          onDone()
        }}
      />
      {changed && (
        <span className="help warn" role="status">
          {t('emr.rx.changedMeanwhile', { fields: row.remarks })}
        </span>
      )}
    </>
  )
}

const offered = (rows: readonly FoundIcd[] | undefined, has: ReadonlySet<string>) =>
  rows?.filter(({ withPatient, code }) => withPatient && !has.has(code))

/** Why what is found is a guess: the code is another, there are several, or the words are only like it. */
function guessText(typed: string, found: readonly FoundIcd[]): string {
  const missing = missingCode(typed, found)
  if (missing) return t('emr.icd.nearestCode', { code: missing })
  const as = typedAs(typed)?.as
  if (as === 'several' || as === 'range') return t(`emr.icd.${as}`)
  const old = oldCode(typed)
  return [old && t('emr.icd.oldCode', { code: old }), t('emr.icd.guessed')].filter(Boolean).join(' ')
}
function noneText(typed: string, found: readonly FoundIcd[]): string {
  const missing = missingCode(typed, found)
  if (missing) return t('emr.icd.noSuchCode', { code: missing })
  const old = oldCode(typed)
  return old ? t('emr.icd.oldCode', { code: old }) : t('emr.icd.none')
}

function Finder({ pen, pid, input }: { pen: NoteEditor; pid: number; input: Ref<HTMLInputElement> }) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const q = useSettled(wanted)
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(input, () => field.current as HTMLInputElement)
  useUnfinishedField('diagnosis', wanted || null, () => field.current?.focus())
  const [focused, setFocused] = useState(false)
  const { rows, isFetching, error } = useSearchList(getIcd10, { body: { q, pid, pageSize: 12 } }, q !== '' || focused)
  const has = new Set(pen.view.diagnoses.map(({ code }) => code))
  // Before a letter is typed what is used is offered, and nothing that is only common.
  const items = (q === '' && wanted === '' ? offered(rows, has) : rows) ?? none
  return (
    <FindField
      label={t('emr.icd.find')}
      placeholder={t('emr.icd.find')}
      className="icdin"
      icon={<SearchOutlined />}
      input={field}
      maxLength={SEARCHED_MAX}
      text={text}
      onText={setText}
      offers
      items={items}
      keyOf={(row) => row.code}
      render={(row) => <IcdOption row={row} there={has.has(row.code)} />}
      minWidth={420}
      waits={isFetching || q !== wanted}
      error={error}
      guessed={(items[0]?.similar ?? false) && guessText(q, items)}
      none={noneText(q, items)}
      onFocus={() => setFocused(true)}
      onPick={({ via: _via, similar: _similar, withPatient: _known, ...row }) => {
        if (!has.has(row.code)) pen.addIcd(row)
        return true
      }}
      onKeyDown={(event) => {
        const last = pen.view.diagnoses.at(-1)
        if (event.key === 'Backspace' && text === '' && last && event.shiftKey) pen.removeIcd(last.id)
      }}
    />
  )
}
