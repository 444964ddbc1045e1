import './review.css'
import { SafetyCertificateOutlined } from '@ant-design/icons'
import { staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { getStaffReviews } from '@teleward/contract/registration/endpoints.ts'
import { reviewStates } from '@teleward/contract/registration/rules.ts'
import type { StaffReview } from '@teleward/contract/registration/schema.ts'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe } from '../../api/me.ts'
import { useT } from '../../i18n/i18n.ts'
import { chipsOf, choice, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import { useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'
import { ReviewDrawer } from './ReviewDrawer.tsx'
import { useReviewSearch } from './search.ts'
import { useDecide } from './useDecide.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'

const TONES: Record<StaffReview['state'], StatusKind> = {
  registered: 'neutral',
  phoneVerified: 'info',
  inReview: 'warn',
  returned: 'bad',
  onBoard: 'ok',
  cancelled: 'bad',
}

/** `/admin/review`: who waits to be let on board, the longest waiting first. */
export default function ReviewPage() {
  const t = useT()
  const me = useMe()
  const [value, change] = useReviewSearch()
  const decide = useDecide()
  const frame = useListFrame('/admin/review', value, change)
  const { state, type, unit, sort, page } = value
  const query = { state, type, unit, sort, page, pageSize: frame.pageSize }
  const list = useList(getStaffReviews, { query })
  const units = me.unit_list
  const choices = [
    choice({
      key: 'state',
      name: t('review.column.state'),
      value: state,
      standard: 'inReview',
      options: [...reviewStates, 'all'],
      text: (one) => (one === 'all' ? t('review.everyState') : t(`entry.verify.state.${one}`)),
      pick: (next) => change({ state: next }),
    }),
    choice({
      key: 'type',
      name: t('review.column.type'),
      every: t('review.everyType'),
      value: type,
      options: staffTypes,
      text: (one) => staffTypeText(one),
      pick: (next) => change({ type: next }),
    }),
    ...(units.length > 1
      ? [
          unitChoice({
            name: t('review.column.unit'),
            units,
            value: unit,
            pick: (next) => change({ unit: next }),
          }),
        ]
      : []),
  ]
  const tag = (row: StaffReview) => (
    <StatusTag kind={row.change ? 'warn' : TONES[row.state]} icon={<SafetyCertificateOutlined />}>
      {row.change ? t('review.change.tag') : t(`entry.verify.state.${row.state}`)}
    </StatusTag>
  )
  const typeText = (row: StaffReview) => staffTypeText(row.doctortype)
  const unitText = (row: StaffReview) => (row.unit ? nameOf(row.unit) : '–')
  const when = (row: StaffReview) => (row.submittedAt ? formatDateTime(row.submittedAt) : '–')
  return (
    <>
      <ListPage<StaffReview>
        title={t('review.title')}
        filters={<FilterSelects choices={choices} />}
        chips={chipsOf(choices)}
        onClearChips={() => change({ state: 'inReview', type: undefined, unit: undefined })}
        source={list}
        rowKey={(row) => String(row.mid)}
        columns={[
          {
            key: 'name',
            title: t('review.column.name'),
            sort: 'name',
            fixed: true,
            cell: (row) => <b>{nameOf(row)}</b>,
          },
          { key: 'type', title: t('review.column.type'), sort: 'type', width: 190, cell: typeText },
          { key: 'unit', title: t('review.column.unit'), width: 160, minTable: 800, cell: unitText },
          {
            key: 'licence',
            title: t('review.column.licence'),
            sort: 'licence',
            width: 180,
            minTable: 960,
            cell: (row) => <span className="num t2">{row.licenceExpires ?? '–'}</span>,
          },
          {
            key: 'submitted',
            title: t('review.column.submitted'),
            sort: 'submitted',
            width: 170,
            cell: (row) => <span className="num">{when(row)}</span>,
          },
          { key: 'state', title: t('review.column.state'), sort: 'state', width: 130, cell: tag },
          { key: 'account', title: t('review.account'), width: 140, extra: true, cell: (row) => row.account },
          {
            key: 'number',
            title: t('review.number'),
            width: 160,
            extra: true,
            cell: (row) => <span className="num">{row.licenceNumber ?? '–'}</span>,
          },
        ]}
        card={(row) => (
          <ListCard
            name={nameOf(row)}
            beside={typeText(row)}
            text={unitText(row)}
            status={
              <>
                {tag(row)}
                <span className="num">{when(row)}</span>
              </>
            }
            onOpen={() => change({ open: row.mid })}
          />
        )}
        drawer={(key, row, step) => <ReviewDrawer key={key} row={row} decide={decide} step={step} />}
        open={value.open === undefined ? null : String(value.open)}
        onOpen={(key) => change({ open: key === null ? undefined : Number(key) })}
        {...frame}
        exportList={() => exportSheet(getStaffReviews, { query })}
        rowKeys={[
          {
            keys: 'y',
            label: t('review.approve'),
            // A reviewer who has not opened the papers is shown them first, and cannot decide yet.
            run: (row) => (value.open === row.mid ? void decide.approveAsking(row) : change({ open: row.mid })),
          },
          { keys: 'r', label: t('review.return'), run: (row) => decide.run(row, 'return') },
        ]}
        empty={{
          title: t('review.empty'),
          text: t('review.emptyText'),
          icon: <SafetyCertificateOutlined />,
        }}
        failed={t('review.failed')}
      />
      {decide.dialog}
    </>
  )
}
