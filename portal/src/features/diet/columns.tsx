import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { DietRow } from '@teleward/contract/diet/schema.ts'
import { t } from '../../i18n/i18n.ts'
import type { Column } from '../../patterns/list.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Elapsed } from '../../ui/Ago.tsx'
import { formatDate, formatDateTime, formatShortDate } from '../../ui/format.ts'
import { VipMark } from '../../ui/PatientHeader.tsx'
import { ageAndSex } from '../../ui/person.ts'
import { sideOf } from './side.ts'
import { nutrientText, rangeText, valueText } from '../../patterns/diet/words.ts'
import { conditionText, mealText } from './labels.ts'

export const patientName = (row: DietRow) => either(row.patient_name, row.patientNameEn)
export const patientAge = ({ birthday, gender }: DietRow) => ageAndSex(birthday, gender ?? 'unknown')

/** How many meals each day, as dots: none, some, three or more. */
export function Dots({ row }: { row: DietRow }) {
  if (!row.days) return <span className="t3 f13">{t('diet.closed')}</span>
  const said = row.days.map(({ day, meals }) => t('diet.mealsOn', { day: formatShortDate(day), count: meals }))
  return (
    <span className="dietdots" role="img" aria-label={said.join('、')} title={said.join('\n')}>
      {row.days.slice(-14).map(({ day, meals }) => (
        <i key={day} className={meals === 0 ? 'd0' : meals < 3 ? 'd1' : 'd2'} />
      ))}
    </span>
  )
}
export const energyText = ({ mean, target }: DietRow) =>
  `${valueText(mean?.energy ?? null)} / ${target ? rangeText(target.energy) : t('diet.noTarget')}`

const MACROS = ['protein', 'carbohydrate', 'fat', 'sodium'] as const
/** The means beside their targets; one that lies outside says on which side, in words too. */
export function Macros({ row: { mean, target } }: { row: DietRow }) {
  if (!mean) return null
  return (
    <span className="dietmacros num f12">
      {MACROS.map((one) => {
        const side = target ? sideOf(mean[one], target[one]) : null
        return (
          <span key={one} className={side ? 'c-warn' : ''}>
            {nutrientText(one)} {valueText(mean[one])}
            {side && (
              <>
                {side === 'over' ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
                <span className="sr">{t(`diet.${side}`)}</span>
              </>
            )}
            <span className="t3"> / {target ? rangeText(target[one]) : t('diet.noTarget')}</span>
          </span>
        )
      })}
    </span>
  )
}

export const columnsOf = (days: number): readonly Column<DietRow>[] => [
  {
    key: 'patient',
    title: t('diet.col.patient'),
    sort: 'patient',
    fixed: true,
    cell: (row) => (
      <span className="diettwo">
        <span className="row">
          <span className="ell b">{patientName(row)}</span>
          {row.vip && <VipMark />}
        </span>
        <span className="f12 t3 num ell">{patientAge(row)}</span>
      </span>
    ),
  },
  {
    key: 'condition',
    title: t('diet.col.condition'),
    width: 150,
    minTable: 900,
    cell: (row) => row.condition && <span className="ell">{conditionText(row.condition)}</span>,
  },
  {
    key: 'bmi',
    title: t('diet.col.bmi'),
    width: 64,
    align: 'right',
    minTable: 1000,
    cell: (row) => <span className="num">{valueText(row.bmi)}</span>,
  },
  {
    key: 'energy',
    title: t('diet.col.energy'),
    width: 190,
    cell: (row) => <span className="num">{row.open ? energyText(row) : ''}</span>,
  },
  {
    key: 'rest',
    title: t('diet.col.rest'),
    width: 330,
    minTable: 1300,
    cell: (row) => row.open && <Macros row={row} />,
  },
  { key: 'days', title: t('diet.col.days', { count: days }), width: 150, cell: (row) => <Dots row={row} /> },
  {
    key: 'lastMeal',
    title: t('diet.col.lastMeal'),
    sort: 'lastMeal',
    width: 170,
    minTable: 820,
    cell: ({ lastMeal, lastPicture }) =>
      lastMeal && (
        <span className="row">
          {lastPicture?.thumb && (
            <img className="dietthumb" src={lastPicture.thumb} alt={t('diet.picture', { name: lastPicture.name })} />
          )}
          <span className="num">
            {formatShortDate(lastMeal.day)} {mealText(lastMeal.meal)}
          </span>
        </span>
      ),
  },
  {
    key: 'lastAdvice',
    title: t('diet.col.lastAdvice'),
    minTable: 1100,
    cell: ({ lastAdvice }) =>
      lastAdvice && (
        <span
          className="ell f13 t2"
          title={`${nameOf(lastAdvice.by)} ${formatDateTime(lastAdvice.at)}\n${lastAdvice.text}`}
        >
          {nameOf(lastAdvice.by)}：{lastAdvice.text}
        </span>
      ),
  },
  {
    key: 'waiting',
    title: t('diet.col.waiting'),
    sort: 'waiting',
    width: 110,
    cell: ({ waitingSince }) => waitingSince && <Elapsed since={waitingSince} />,
  },
  {
    key: 'began',
    title: t('diet.col.began'),
    sort: 'began',
    width: 110,
    extra: true,
    cell: (row) => <span className="num">{formatDate(row.beganAt)}</span>,
  },
  {
    key: 'unit',
    title: t('diet.col.unit'),
    sort: 'unit',
    width: 130,
    extra: true,
    cell: (row) => <span className="ell">{either(row.unitName, row.unitNameEn)}</span>,
  },
]
