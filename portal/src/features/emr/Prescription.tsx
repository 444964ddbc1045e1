import { PlusOutlined } from '@ant-design/icons'
import { fetchMedFreqRoute, getMedicineInfo } from '@teleward/contract/emr/endpoints.ts'
import type { FoundDrug } from '@teleward/contract/emr/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { endpointQuery, wordsOf } from '../../api/query.ts'
import { language, t } from '../../i18n/i18n.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { notify } from '../../ui/notify.ts'
import { Count } from '../../ui/StatusTag.tsx'
import { DrugOption } from './DrugOption.tsx'
import { composing, Listbox, useListKeys } from './Listbox.tsx'
import type { ShownLine } from './note-draft.ts'
import { byStrength, lineFrom, readLine, readQuickLine, totalByHand } from './quick.ts'
import { problemText, RxRow } from './RxRow.tsx'
import type { RxTables } from './rxTables.ts'
import { useSearchList, useSettled } from './useSearchList.ts'
import type { Pen } from './pen.ts'

/** Frequencies and routes in force; until they are there what a code means is all that is checked. */
export function useRxTables(): RxTables {
  const { data } = useQuery({ ...endpointQuery(fetchMedFreqRoute, {}), staleTime: Number.POSITIVE_INFINITY })
  const now = language()
  return useMemo(() => {
    const named = (rows: readonly { code: string; nameEn: string; nameZhTw: string }[] = []) =>
      rows.map(({ code, nameEn, nameZhTw }) => ({ code, name: now === 'en' ? nameEn : nameZhTw || nameEn }))
    const codes = data
      ? {
          frequencies: new Set(data.frequencies.map(({ code }) => code)),
          routes: new Set(data.routes.map(({ code }) => code)),
        }
      : {}
    return { frequencies: named(data?.frequencies), routes: named(data?.routes), codes }
  }, [data, now])
}

interface Props {
  pen: Pen
  input: Ref<HTMLInputElement>
  onFocus: () => void
}

/** The visit's prescription: lines that compute themselves, and one field that adds more. */
export function Prescription({ pen, input, onFocus }: Props) {
  const tables = useRxTables()
  const { lines } = pen.view
  const remove = (line: ShownLine, index: number) => {
    pen.removeLine(line.id)
    const { id: _id, version: _version, pending: _pending, dailyDose: _daily, sort: _sort, ...values } = line
    notify({
      kind: 'info',
      key: `rx-${line.code}`,
      title: t('emr.rx.removed', { name: line.name }),
      action: { label: t('common.undo'), run: () => pen.addLine(values, index) },
    })
  }
  return (
    <section className="card c2 rx" aria-label={t('emr.rx.title')} onFocus={onFocus}>
      <div className="hd">
        <h2>{t('emr.rx.title')}</h2>
        <Count value={lines.length} />
      </div>
      {lines.length > 0 && (
        <div className="rxscroll">
          <table className="tbl">
            <colgroup>
              <col />
              <col className="w-dose" />
              <col className="w-freq" />
              <col className="w-route" />
              <col className="w-days" />
              <col className="w-total" />
              <col className="w-more" />
            </colgroup>
            <thead>
              <tr>
                <th>{t('emr.rx.drug')}</th>
                <th>{t('emr.rx.dose')}</th>
                <th>{t('emr.rx.frequency')}</th>
                <th>{t('emr.rx.route')}</th>
                <th className="r">{t('emr.rx.days')}</th>
                <th className="r">{t('emr.rx.total')}</th>
                <th>
                  <span className="sr">{t('common.list.rowActions')}</span>
                </th>
              </tr>
            </thead>
            {lines.map((line, index) => (
              <RxRow key={line.id} line={line} tables={tables} pen={pen} onRemove={() => remove(line, index)} />
            ))}
          </table>
        </div>
      )}
      {lines.length === 0 && !pen.may.prescribe && <p className="quiet">{t('emr.rx.empty')}</p>}
      {pen.may.prescribe && <AddLine pen={pen} tables={tables} input={input} />}
    </section>
  )
}

const none: readonly FoundDrug[] = []
function AddLine({ pen, tables, input }: { pen: Pen; tables: RxTables; input: Ref<HTMLInputElement> }) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [wrong, setWrong] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLLabelElement>(null)
  useImperativeHandle(input, () => field.current as HTMLInputElement)
  const typed = useMemo(() => readQuickLine(text, tables.codes), [text, tables.codes])
  const q = useSettled(typed.query.trim())
  const shown = open && text.trim() !== ''
  const { rows, isFetching, error } = useSearchList(getMedicineInfo, { body: { q, pageSize: 20 } }, q !== '')
  const items = useMemo(() => byStrength(rows ?? none, typed.strength), [rows, typed.strength])
  const waits = isFetching || q !== typed.query.trim()

  const pick = (drug: FoundDrug) => {
    // The list still belongs to an earlier word: Enter was quicker than the search.
    if (waits) return
    const fields = lineFrom(drug, typed, pen.view.lines.at(-1)?.days ?? null)
    const read = readLine(drug, fields, tables.codes)
    const byHand = read.values ? null : readLine(drug, { ...fields, total: totalByHand(fields) }, tables.codes)
    const values = read.values ?? byHand?.values
    if (!values) {
      setWrong(read.problems.map(problemText).join(t('common.dot')))
      return
    }
    pen.addLine(values)
    if (byHand) notify({ kind: 'warn', title: t('emr.rx.totalByHand', { name: drug.name }) })
    setText('')
    setWrong('')
    setOpen(false)
  }
  // A guess is never taken by the key that ends the typing: an arrow or a click says that it is meant.
  const guessed = items[0]?.similar ?? false
  const list = useListKeys({ items, open: shown, onPick: pick, onClose: () => setOpen(false), hesitant: guessed })
  const preview = typed.quick
    ? [typed.dose, typed.frequency, typed.route, typed.days === null ? null : t('emr.rx.daysOf', { count: typed.days })]
        .filter((one) => one !== null)
        .join(' ')
    : ''
  const note = error
    ? wordsOf(error)
    : items.length === 0
      ? waits
        ? t('emr.searching')
        : t('emr.rx.none')
      : guessed
        ? t('emr.rx.guessed')
        : preview && t('emr.rx.asTyped', { line: preview })
  return (
    <>
      <label className={`addrx ${wrong ? 'err' : ''}`} ref={box}>
        <PlusOutlined />
        <input
          ref={field}
          role="combobox"
          aria-expanded={shown}
          aria-controls={list.id}
          aria-activedescendant={list.active}
          aria-autocomplete="list"
          aria-label={t('emr.rx.add')}
          aria-invalid={wrong ? true : undefined}
          placeholder={t('emr.rx.addHint')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          maxLength={120}
          onChange={(event) => {
            setText(event.target.value)
            setWrong('')
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => {
            if (list.onKeyDown(event) || composing(event)) return
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          }}
        />
        <Kbd keys="Alt D" />
      </label>
      {wrong && (
        <p className="help err rxwrong" role="alert">
          {wrong}
        </p>
      )}
      {shown && (
        <Listbox
          anchor={box}
          id={list.id}
          at={list.at}
          items={items}
          label={t('emr.rx.add')}
          keyOf={(row) => row.code}
          onHover={list.setAt}
          onPick={pick}
          note={note || undefined}
          minWidth={380}
          render={(row) => <DrugOption drug={row} />}
        />
      )}
    </>
  )
}
