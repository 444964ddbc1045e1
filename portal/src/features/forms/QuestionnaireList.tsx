import { UnorderedListOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { getQuestionnaires, postQuestionnaire } from '@teleward/contract/forms/endpoints.ts'
import { questionnaireStates } from '@teleward/contract/forms/rules.ts'
import { type QuestionnaireRow, questionnaireSort } from '@teleward/contract/forms/schema.ts'
import { useRef, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { count, StateTags, titleText } from './labels.tsx'
import type { useQuestionsSearch } from './search.ts'

const columns = (): Column<QuestionnaireRow>[] => [
  {
    key: 'title',
    title: say('questions.column.title'),
    sort: 'title',
    fixed: true,
    cell: (row) => (
      <span className="qs-cell">
        <b className="ell">{titleText(row)}</b>
        <span className="t3 f12 ell">{say('questions.questionCount', { count: row.questions })}</span>
      </span>
    ),
  },
  {
    key: 'kind',
    title: say('questions.column.kind'),
    width: 100,
    minTable: 860,
    cell: ({ kind }) => say(`questions.kind.${kind}`),
  },
  { key: 'state', title: say('questions.column.state'), width: 220, cell: (row) => <StateTags row={row} /> },
  {
    key: 'number',
    title: say('questions.column.number'),
    width: 70,
    align: 'right',
    minTable: 760,
    cell: (row) => count(row.number),
  },
  {
    key: 'sent',
    title: say('questions.column.sent'),
    sort: 'sent',
    width: 80,
    align: 'right',
    cell: (row) => count(row.sent),
  },
  {
    key: 'answered',
    title: say('questions.column.answered'),
    sort: 'answered',
    width: 110,
    align: 'right',
    cell: ({ answered, sent }) => (
      <span className="num">
        {answered ?? '—'}
        {answered !== null && sent ? <span className="t3"> {Math.round((answered / sent) * 100)}%</span> : null}
      </span>
    ),
  },
  {
    key: 'over',
    title: say('questions.column.over'),
    width: 90,
    align: 'right',
    minTable: 860,
    cell: (row) => count(row.over),
  },
  {
    key: 'last',
    title: say('questions.column.last'),
    sort: 'lastAnswer',
    width: 110,
    minTable: 960,
    cell: ({ lastAnswerAt }) => lastAnswerAt && <span className="num">{formatDate(lastAnswerAt)}</span>,
  },
  {
    key: 'author',
    title: say('questions.column.author'),
    width: 120,
    extra: true,
    cell: ({ author }) => author && nameOf(author),
  },
]
const MAX_IMPORT = 3 * 1024 * 1024

/** Questionnaires of the institution and standard instruments: what waits first, then what was used last. */
export function QuestionnaireList({ search }: { search: ReturnType<typeof useQuestionsSearch> }) {
  const t = useT()
  const builds = useRight('form.build') === 'y'
  const [asked, change] = search
  const value = { ...asked, sort: questionnaireSort.safeParse(asked.sort).data }
  const { state, kind, author, sort, page } = value
  const [q, setQ] = useState('')
  const frame = useListFrame('/questionsmgmt', value, change)
  const query = { state, kind, author, sort, q, page, pageSize: frame.pageSize }
  const list = useList(getQuestionnaires, { query })
  const file = useRef<HTMLInputElement>(null)
  const open = (id: number, tab?: 'build') => change({ id, tab, page: 1, sort: undefined }, { push: true })
  const make = useEndpointMutation(postQuestionnaire, { onDone: ({ row }) => open(row.id, 'build') })
  const begin = () =>
    make.mutate({
      body: {
        content: {
          resourceType: 'Questionnaire',
          status: 'draft',
          language: 'zh-TW',
          title: t('questions.new'),
          item: [],
        },
      },
    })
  const bring = async (picked: File | undefined) => {
    if (!picked) return
    if (picked.size > MAX_IMPORT) return notify({ kind: 'bad', title: t('questions.importing.tooLarge') })
    let content: unknown
    try {
      content = JSON.parse(await picked.text())
    } catch {
      return notify({ kind: 'bad', title: t('questions.importing.bad') })
    }
    make.mutate(
      { body: { content: content as { resourceType: 'Questionnaire' } } },
      { onSuccess: () => notify({ kind: 'ok', title: t('questions.importing.done') }) },
    )
  }
  const choices = [
    choice({
      key: 'state',
      name: t('questions.column.state'),
      every: t('questions.everyState'),
      value: state,
      options: questionnaireStates,
      text: (one) => t(`questions.state.${one}`),
      pick: (to) => change({ state: to }),
    }),
    choice({
      key: 'kind',
      name: t('questions.column.kind'),
      every: t('questions.everyKind'),
      value: kind,
      options: ['standard', 'own'] as const,
      text: (one) => t(`questions.kind.${one}`),
      pick: (to) => change({ kind: to }),
    }),
    choice({
      key: 'author',
      name: t('questions.column.author'),
      value: author,
      options: ['me', 'others'] as const,
      text: (one) => t(`questions.author.${one}`),
      pick: (to) => change({ author: to }),
    }),
  ]
  useKeys([...(builds ? [{ keys: 'a', label: t('questions.new'), run: begin }] : [])])
  return (
    <ListPage<QuestionnaireRow>
      title={t('screens.name.questionsmgmt')}
      actions={
        builds && (
          <>
            <Button icon={<ImportOutlined />} onClick={() => file.current?.click()}>
              {t('questions.import')}
            </Button>
            <input
              ref={file}
              type="file"
              hidden
              accept=".json,application/json"
              aria-label={t('questions.import')}
              onChange={({ target }) => {
                void bring(target.files?.[0])
                target.value = ''
              }}
            />
            <Button kind="primary" icon={<PlusOutlined />} loading={make.isPending} onClick={begin}>
              {t('questions.new')}
            </Button>
          </>
        )
      }
      filters={
        <>
          <SearchBox
            value={q}
            placeholder={t('questions.search')}
            onSearch={(to) => {
              setQ(to)
              change({ page: 1 })
            }}
          />
          <FilterSelects choices={choices} />
        </>
      }
      chips={chipsOf(choices)}
      onClearChips={() => {
        setQ('')
        change({ state: undefined, kind: undefined, author: undefined })
      }}
      source={list}
      rowKey={({ id }) => String(id)}
      tall
      columns={columns()}
      card={(row) => (
        <ListCard
          name={titleText(row)}
          text={t('questions.questionCount', { count: row.questions })}
          status={<StateTags row={row} />}
          onOpen={() => open(row.id)}
        />
      )}
      opensPage
      open={null}
      onOpen={(key) => key !== null && open(Number(key))}
      {...frame}
      exportList={() => exportSheet(getQuestionnaires, { query })}
      empty={{ title: t('questions.none'), icon: <UnorderedListOutlined />, text: t('questions.noneText') }}
      failed={t('questions.failed')}
    />
  )
}
