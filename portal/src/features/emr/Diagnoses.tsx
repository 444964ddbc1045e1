import {
  CloseOutlined,
  SearchOutlined,
  StarOutlined,
  EditOutlined,
  WarningOutlined,
  DeleteOutlined,
} from '@ant-design/icons'
import { getIcd10 } from '@teleward/contract/emr/endpoints.ts'
import type { FoundIcd } from '@teleward/contract/emr/schema.ts'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { wordsOf } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { icdName } from './icdName.ts'
import { IcdOption } from './IcdOption.tsx'
import { composing, Listbox, useListKeys } from './Listbox.tsx'
import type { ShownDiagnosis } from './note-draft.ts'
import { useSearchList, useSettled } from './useSearchList.ts'
import type { Pen } from './pen.ts'

const none: readonly FoundIcd[] = []
/** The longest title there is fits. */
const SEARCHED_MAX = 256

/** ICD-10 lines of the note: chips, the primary first, and the field that finds more. */
export function Diagnoses({ pen, input }: { pen: Pen; input: Ref<HTMLInputElement> }) {
  const rows = pen.view.diagnoses
  const [remarking, setRemarking] = useState<string | null>(null)
  if (!pen.may.diagnose && rows.length === 0) return null
  return (
    <div className="icds">
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
      {pen.may.diagnose && <Finder pen={pen} input={input} />}
    </div>
  )
}

interface ChipProps {
  row: ShownDiagnosis
  first: boolean
  pen: Pen
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
        <Remark
          text={row.remarks}
          onDone={(text) => {
            if (text !== null && text !== row.remarks) remarkIcd(row.id, text)
            onRemarked()
          }}
        />
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
function Remark({ text, onDone }: { text: string; onDone: (text: string | null) => void }) {
  const [value, setValue] = useState(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (composing(event)) return
    if (event.key === 'Enter') onDone(value.trim())
    else if (event.key === 'Escape') onDone(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
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
      onBlur={() => onDone(value.trim())}
    />
  )
}

function Finder({ pen, input }: { pen: Pen; input: Ref<HTMLInputElement> }) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLLabelElement>(null)
  useImperativeHandle(input, () => field.current as HTMLInputElement)
  const q = useSettled(text.trim())
  const shown = open && text.trim() !== ''
  const { rows, isFetching, error } = useSearchList(getIcd10, { body: { q, pageSize: 12 } }, q !== '')
  const has = new Set(pen.view.diagnoses.map(({ code }) => code))
  const items = rows ?? none
  const pick = ({ via: _via, similar: _similar, ...row }: FoundIcd) => {
    if (!has.has(row.code)) pen.addIcd(row)
    setText('')
    setOpen(false)
  }
  const waits = isFetching || q !== text.trim()
  const guessed = items[0]?.similar ?? false
  // Neither a guess nor the list of an earlier word is taken by the key that ends the typing: an arrow or a click says
  // that it is meant.
  const list = useListKeys({
    items,
    open: shown,
    onPick: pick,
    onClose: () => setOpen(false),
    hesitant: guessed || waits,
  })
  const note = error
    ? wordsOf(error)
    : items.length === 0
      ? waits
        ? t('emr.searching')
        : t('emr.icd.none')
      : guessed && t('emr.icd.guessed')
  return (
    <label className="icdin" ref={box}>
      <SearchOutlined />
      <input
        ref={field}
        role="combobox"
        aria-expanded={shown}
        aria-controls={list.id}
        aria-activedescendant={list.active}
        aria-autocomplete="list"
        aria-label={t('emr.icd.find')}
        placeholder={t('emr.icd.find')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        maxLength={SEARCHED_MAX}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (list.onKeyDown(event) || composing(event)) return
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          const last = pen.view.diagnoses.at(-1)
          if (event.key === 'Backspace' && text === '' && last && event.shiftKey) pen.removeIcd(last.id)
        }}
      />
      {shown && (
        <Listbox
          anchor={box}
          id={list.id}
          at={list.at}
          items={items}
          label={t('emr.icd.find')}
          keyOf={(row) => row.code}
          onHover={list.setAt}
          onPick={pick}
          minWidth={420}
          note={note || undefined}
          render={(row) => <IcdOption row={row} there={has.has(row.code)} />}
        />
      )}
    </label>
  )
}
