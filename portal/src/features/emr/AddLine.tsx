import { PlusOutlined } from '@ant-design/icons'
import { ceilingsOf } from '@teleward/contract/prescriptions/ceilings.ts'
import { getMedicineInfo } from '@teleward/contract/emr/endpoints.ts'
import type { FoundDrug } from '@teleward/contract/emr/schema.ts'
import type { PrescriptionSet } from '@teleward/contract/emr/set-endpoints.ts'
import type { QuickLine } from '@teleward/contract/prescriptions/quick-line.ts'
import { handedUnit } from '@teleward/contract/prescriptions/taken.ts'
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { unitOf } from '../../patterns/units.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { DrugOption } from './DrugOption.tsx'
import { FindField } from './FindField.tsx'
import {
  byStrength,
  defaultsOf,
  type Doubt,
  doubtOf,
  lineFrom,
  readLine,
  readQuickLine,
  strengthsBeside,
  withBeginning,
} from './quick.ts'
import { problemText } from './RxRow.tsx'
import type { LineEditor } from './RxTable.tsx'
import type { RxTables } from './rxTables.ts'
import { sameCode, setsBy } from './set-lines.ts'
import { useSearchList, useSettled } from './useSearchList.ts'
import type { Sets } from './useSets.ts'
import { useUnfinishedField } from './unfinished.ts'

/** What is found by what is typed: a set by its code or name, or a drug. */
type Found = { set: PrescriptionSet; drug?: never } | { drug: FoundDrug; set?: never }
const none: readonly FoundDrug[] = []
const MOST = 20
/** Where a strength was typed: the one that has it may stand behind twenty that have another. */
const MOST_WITH_STRENGTH = 100

interface Props {
  pen: LineEditor
  tables: RxTables
  input: Ref<HTMLInputElement>
  /** Sets that can be put in by their code; none where a set is being made. */
  sets?: Sets
}
/** The field that adds: a drug with its dose in one line of typing, or a set by its code. */
export function AddLine({ pen, tables, input, sets }: Props) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState('')
  /** The text whose amounts were asked about: taken as it stands, it is meant. */
  const [askedAbout, setAskedAbout] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(input, () => field.current as HTMLInputElement)
  useUnfinishedField('drug', text.trim() || null, () => field.current?.focus())
  const typed = useMemo(() => readQuickLine(text, tables.codes), [text, tables.codes])
  const wanted = typed.query.trim()
  const q = useSettled(wanted)
  const hasAmount = typed.strength !== null || typed.bare !== null
  const { rows, isFetching, error } = useSearchList(
    getMedicineInfo,
    { body: { q, pageSize: hasAmount ? MOST_WITH_STRENGTH : MOST } },
    q !== '',
  )
  const drugs = useMemo(() => byStrength(rows ?? none, typed).slice(0, MOST), [rows, typed])
  const known = sets?.all
  const items = useMemo(
    (): Found[] => [...setsBy(known ?? [], text).map((set) => ({ set })), ...drugs.map((drug) => ({ drug }))],
    [known, text, drugs],
  )
  const pick = ({ set, drug }: Found): boolean => {
    if (set) {
      void sets?.putIn(set)
      setWrong('')
      return true
    }
    const { unclear, otherStrength, neither } = doubtOf(drug, typed)
    if (unclear.length || neither) {
      setWrong(unclear.length ? unclearText(unclear) : t('emr.rx.neither', { typed: otherStrength ?? '' }))
      return false
    }
    const fields = lineFrom(drug, typed, pen.view.lines.at(-1)?.days ?? null)
    const confirm = askedAbout === text
    const read = readLine(drug, fields, tables.codes, confirm)
    const needsTotal = read.problems.some(({ field, reason }) => field === 'total' && reason === 'missing')
    const byHand = needsTotal ? readLine(drug, withBeginning(drug, fields), tables.codes, confirm) : null
    const last = byHand ?? read
    if (last.problems.some(({ reason }) => reason === 'unusual')) {
      setAskedAbout(text)
      setWrong(
        t('emr.rx.unusualAgain', { ...ceilingsOf(drug), unit: unitOf(drug.unit), handed: unitOf(handedUnit(drug)) }),
      )
      return false
    }
    const { values } = last
    setWrong(values ? '' : last.problems.map(problemText).join(t('common.dot')))
    if (!values) return false
    pen.addLine(values)
    return true
  }
  const first = items[0]
  const doubt = doubtOf(first?.drug, typed)
  const why = typed.quick || doubt.otherStrength !== null ? doubtText(doubt, drugs) : null
  const similar = (first?.drug?.similar ?? false) && t('emr.rx.guessed')
  const preview = typed.quick ? previewOf(typed, first?.drug, pen.view.lines.at(-1)?.days ?? null) : ''
  const shown = preview && t('emr.rx.asTyped', { line: preview })
  return (
    <>
      <FindField
        label={t('emr.rx.add')}
        placeholder={t('emr.rx.addHint')}
        className={`addrx ${wrong ? 'err' : ''}`}
        icon={<PlusOutlined />}
        after={sets && <Kbd keys="Alt D" />}
        input={field}
        maxLength={120}
        text={text}
        onText={(next) => {
          setText(next)
          setWrong('')
        }}
        items={items}
        keyOf={(row) => (row.set ? `set-${row.set.id}` : row.drug.code)}
        render={(row) => (row.set ? <SetOption set={row.set} /> : <DrugOption drug={row.drug} />)}
        minWidth={380}
        waits={isFetching || q !== wanted}
        error={error}
        guessed={why && !doubt.unclear.length ? [why, shown].filter(Boolean).join(t('common.dot')) : (why ?? similar)}
        // The whole code of a set is no guess, whatever drugs are still looked for; a part of its name is one.
        meant={first?.set && sameCode(first.set, text)}
        none={t('emr.rx.none')}
        hint={shown}
        wrong={wrong !== ''}
        onPick={pick}
      />
      {wrong && (
        <p className="help err rxwrong" role="alert">
          {wrong}
        </p>
      )}
    </>
  )
}

const unclearText = (words: readonly string[]) =>
  t('emr.rx.unclear', { words: words.join(t('common.patient.separator')) })

/**
 * Why Enter does not take the line: words that nobody understood, a strength that the first drug does not have, a number that
 * may be one, days that may be weeks.
 */
function doubtText({ unclear, otherStrength, unsure, weeks }: Doubt, drugs: readonly FoundDrug[]): string | null {
  if (unclear.length) return unclearText(unclear)
  const have = strengthsBeside(drugs)
  if (otherStrength === null) {
    const asked = [
      unsure !== null &&
        t('emr.rx.pieces', {
          typed: unsure,
          have: have.join(t('common.patient.separator')) || t('emr.rx.unknownStrength'),
        }),
      weeks !== null && t('emr.rx.weeks', { count: weeks }),
    ]
    return asked.filter(Boolean).join(t('common.dot')) || null
  }
  return have.length
    ? t('emr.rx.noStrength', { wanted: otherStrength, have: have.join(t('common.patient.separator')) })
    : t('emr.rx.guessed')
}

/** The row as it would be, with what nobody typed marked as what is usual. */
function previewOf(typed: QuickLine, drug: FoundDrug | undefined, lastDays: number | null): string {
  const { frequency, route, days } = typed
  if (!drug)
    return [frequency, route, days === null ? null : t('emr.rx.daysOf', { count: days })].filter(Boolean).join(' ')
  const fields = lineFrom(drug, typed, lastDays)
  const usual = defaultsOf(drug, typed)
  const part = (field: 'dose' | 'frequency' | 'route' | 'days', value: string) =>
    usual.has(field) ? t('emr.rx.usual', { value }) : value
  return [
    part('dose', `${fields.dose} ${unitOf(drug.unit)}`),
    part('frequency', fields.frequency),
    part('route', fields.route),
    part('days', t('emr.rx.daysOf', { count: Number(fields.days) })),
  ].join(t('common.dot'))
}

function SetOption({ set }: { set: PrescriptionSet }) {
  return (
    <>
      <span className="grow">
        <span className="nm">
          <b>{set.name}</b>
        </span>
        <span className="t3 f12 ell alt">{set.lines.map(({ name }) => name).join(t('common.dot'))}</span>
      </span>
      <span className="tag">{t('rx.sets.one')}</span>
      <span className="t3 f12 code">{set.code}</span>
    </>
  )
}
