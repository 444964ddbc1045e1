import type { ChildRow } from '@teleward/contract/childcare/schema.ts'
import { t } from '../../i18n/i18n.ts'
import type { Column } from '../../patterns/list.ts'
import { either } from '../../patterns/Patient.tsx'
import { formatDate } from '../../ui/format.ts'
import { VipMark } from '../../ui/PatientHeader.tsx'
import { ageAndSex } from '../../ui/person.ts'
import { dueText, StateTag, StoolTag } from './words.tsx'

export const childName = (row: ChildRow) => either(row.name, row.nameEn)
export const childAge = ({ birthday, gender }: ChildRow) => ageAndSex(birthday, gender ?? 'unknown')

export function Next({ row: { next } }: { row: ChildRow }) {
  if (!next) return <span className="t3">{t('childcare.nothingDue')}</span>
  return <span className="ell">{dueText(next)}</span>
}
export const columns = (): readonly Column<ChildRow>[] => [
  {
    key: 'name',
    title: t('childcare.col.child'),
    sort: 'name',
    fixed: true,
    cell: (row) => (
      <span className="cctwo">
        <span className="row">
          <span className="ell b">{childName(row)}</span>
          {row.vip && <VipMark />}
          {row.multiple && <span className="tag">{t('childcare.twin')}</span>}
        </span>
        <span className="f12 t3 num">{childAge(row)}</span>
      </span>
    ),
  },
  {
    key: 'born',
    title: t('childcare.col.birthday'),
    sort: 'born',
    width: 110,
    minTable: 900,
    cell: ({ birthday }) => <span className="num">{formatDate(birthday)}</span>,
  },
  { key: 'next', title: t('childcare.col.next'), fixed: true, cell: (row) => <Next row={row} /> },
  {
    key: 'late',
    title: t('childcare.col.late'),
    sort: 'late',
    width: 150,
    cell: ({ next }) => next && <StateTag state={next.state} lateDays={next.lateDays} />,
  },
  {
    key: 'due',
    title: t('childcare.col.due'),
    sort: 'next',
    width: 110,
    minTable: 760,
    cell: ({ next }) => next && <span className="num">{formatDate(next.dueOn)}</span>,
  },
  {
    key: 'count',
    title: t('childcare.col.count'),
    width: 90,
    align: 'right',
    minTable: 820,
    cell: ({ late }) => <span className="num">{late}</span>,
  },
  {
    key: 'stool',
    title: t('childcare.col.stool'),
    width: 150,
    minTable: 1000,
    cell: ({ stool }) => <StoolTag stool={stool} />,
  },
  {
    key: 'unit',
    title: t('childcare.col.unit'),
    width: 130,
    extra: true,
    cell: (row) => <span className="ell">{either(row.unitName, row.unitNameEn)}</span>,
  },
]
