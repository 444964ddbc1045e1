import { getResults } from '@teleward/contract/forms/endpoints.ts'
import { type ResultRow, resultSort } from '@teleward/contract/forms/schema.ts'
import { exportSheet } from '../../api/exportSheet.ts'
import { useMe } from '../../api/me.ts'
import { t } from '../../i18n/i18n.ts'
import { chipsOf, choice, FilterSelects, unitChoice } from '../../patterns/FilterSelect.tsx'
import { ScoreLine } from '../../patterns/forms/Said.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { go } from '../../shell/navigation.ts'
import { formatDate } from '../../ui/format.ts'
import { ResponseTag } from './labels.tsx'
import type { useQuestionsSearch } from './search.ts'

function Marks({ row }: { row: ResultRow }) {
  return (
    <span className="row wrap">
      <ResponseTag state={row.state} />
      {row.danger && (
        <span className={`tag ${row.danger.attended ? '' : 'bad'}`}>
          {t(row.danger.attended ? 'questions.results.attended' : 'questions.results.danger')}
        </span>
      )}
      {row.remindedAt && <span className="tag">{t('questions.results.reminded')}</span>}
    </span>
  )
}
const columns = (): Column<ResultRow>[] => [
  {
    key: 'name',
    title: t('questions.column.person'),
    sort: 'name',
    fixed: true,
    cell: (row) => (
      <span className="qs-cell">
        <b className="ell">{nameOf(row)}</b>
        <span className="t3 f12 ell">{nameOf(row.unit)}</span>
      </span>
    ),
  },
  { key: 'state', title: t('questions.column.state'), width: 220, cell: (row) => <Marks row={row} /> },
  {
    key: 'score',
    title: t('questions.column.score'),
    sort: 'score',
    width: 240,
    cell: ({ score, meaning }) => <ScoreLine score={score} meaning={meaning} />,
  },
  {
    key: 'sent',
    title: t('questions.column.sentAt'),
    sort: 'sent',
    width: 110,
    minTable: 760,
    cell: ({ sentAt }) => <span className="num">{formatDate(sentAt)}</span>,
  },
  {
    key: 'completed',
    title: t('forms.state.completed'),
    sort: 'completed',
    width: 110,
    minTable: 860,
    cell: ({ completedAt }) => completedAt && <span className="num">{formatDate(completedAt)}</span>,
  },
  {
    key: 'number',
    title: t('questions.column.number'),
    width: 70,
    align: 'right',
    minTable: 960,
    cell: ({ number }) => <span className="num">{number}</span>,
  },
]

/** Who was asked, and how it stands; what tells of danger on top. */
export function Results({ id, search }: { id: number; search: ReturnType<typeof useQuestionsSearch> }) {
  const { unit_list } = useMe()
  const [asked, change] = search
  const value = { ...asked, sort: resultSort.safeParse(asked.sort).data }
  const frame = useListFrame('/questionsmgmt/results', value, change)
  const query = {
    state: value.answers,
    score: value.score,
    unit: value.unit,
    sort: value.sort,
    page: value.page,
    pageSize: frame.pageSize,
  }
  const list = useList(getResults, { params: { id }, query })
  const choices = [
    choice({
      key: 'answers',
      name: t('questions.column.state'),
      every: t('questions.everyState'),
      value: value.answers,
      options: ['open', 'answered'] as const,
      text: (one) => t(`questions.answerState.${one}`),
      pick: (to) => change({ answers: to }),
    }),
    choice({
      key: 'score',
      name: t('questions.column.score'),
      every: t('questions.everyScore'),
      value: value.score,
      options: ['over', 'danger'] as const,
      text: (one) => t(`questions.score.${one}`),
      pick: (to) => change({ score: to }),
    }),
    ...(unit_list.length > 1
      ? [
          unitChoice({
            name: t('questions.column.unit'),
            units: unit_list,
            value: value.unit,
            pick: (unit) => change({ unit }),
          }),
        ]
      : []),
  ]
  const open = (key: string | null) => key !== null && void go('form', { cmsf_id: key })
  return (
    <ListPage<ResultRow>
      title={t('questions.tab.results')}
      within
      filters={<FilterSelects choices={choices} />}
      chips={chipsOf(choices)}
      onClearChips={() => change({ answers: undefined, score: undefined, unit: undefined })}
      source={list}
      rowKey={(row) => String(row.id)}
      tall
      columns={columns()}
      card={(row) => (
        <ListCard
          name={nameOf(row)}
          text={<ScoreLine score={row.score} meaning={row.meaning} />}
          status={<Marks row={row} />}
          onOpen={() => open(String(row.id))}
        />
      )}
      opensPage
      open={null}
      onOpen={open}
      {...frame}
      exportList={() => exportSheet(getResults, { params: { id }, query })}
      empty={{ title: t('questions.results.none'), text: t('questions.results.noneText') }}
      failed={t('questions.results.failed')}
    />
  )
}
