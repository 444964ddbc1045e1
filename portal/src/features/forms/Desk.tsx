import { ArrowLeftOutlined } from '@ant-design/icons'
import {
  getQuestionnaire,
  postQuestionnaire,
  publishQuestionnaire,
  putQuestionnaire,
  remindQuestionnaire,
} from '@teleward/contract/forms/endpoints.ts'
import type { QuestionnaireDetail } from '@teleward/contract/forms/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useRef, useState } from 'react'
import { saveAs } from '../../api/exportSheet.ts'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { UrlTabs } from '../../patterns/UrlTabs.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
import { Builder } from './Builder.tsx'
import { StateTags, titleText } from './labels.tsx'
import { Results } from './Results.tsx'
import { type Tab, tabs, type useQuestionsSearch } from './search.ts'
import { SendForm } from './SendForm.tsx'
import { Statistics } from './Statistics.tsx'
import { TryOut } from './TryOut.tsx'

interface Props {
  id: number
  search: ReturnType<typeof useQuestionsSearch>
}
/** One questionnaire: its answers, how they are spread, how it is built, and how it looks. */
export function Desk({ id, search }: Props) {
  useT()
  const detail = useQuery(endpointQuery(getQuestionnaire, { params: { id }, query: {} }))
  return (
    <Loaded answer={detail} failed={t('questions.failed')} lines={12}>
      {(one) => <Shown one={one} search={search} />}
    </Loaded>
  )
}

function Shown({ one, search }: { one: QuestionnaireDetail; search: Props['search'] }) {
  const [value, change] = search
  const { row, may } = one
  const shown = tabs.filter((tab) =>
    tab === 'build' ? may.build && row.state !== 'retired' : tab === 'try' || (may.collect && row.number !== null),
  )
  const tab: Tab = value.tab && shown.includes(value.tab) ? value.tab : (shown[0] ?? 'try')
  const [waits, setWaits] = useState(false)
  const [sending, setSending] = useState<'send' | 'here' | null>(null)
  return (
    <div className="qs">
      <div className="pagehead">
        <Button
          kind="text"
          icon={<ArrowLeftOutlined />}
          aria-label={t('screens.name.questionsmgmt')}
          onClick={() =>
            change({
              id: undefined,
              tab: undefined,
              page: 1,
              sort: undefined,
              number: undefined,
              answers: undefined,
              score: undefined,
              unit: undefined,
            })
          }
        />
        <div className="qs-title grow">
          <h1>{titleText(row)}</h1>
          <span className="row wrap t3">
            <StateTags row={row} />
            {row.number !== null && <span>{t('questions.version', { number: row.number })}</span>}
            <span>{t('questions.questionCount', { count: row.questions })}</span>
          </span>
        </div>
        <Acts one={one} waits={waits} onSend={setSending} onOpen={(id) => change({ id, tab: 'build', page: 1 })} />
      </div>
      {row.kind === 'standard' && <p className="t3">{t('questions.standardText')}</p>}
      <UrlTabs
        label={titleText(row)}
        tabs={shown.map((key) => ({ key, name: t(`questions.tab.${key}`) }))}
        tab={tab}
        onTab={(to) => change({ tab: to, page: 1, sort: undefined })}
      />
      {tab === 'results' && <Results id={row.id} search={search} />}
      {tab === 'summary' && <Statistics one={one} search={search} />}
      {tab === 'build' && <Builder key={row.id} one={one} onWaits={setWaits} />}
      {tab === 'try' && <TryOut one={one} />}
      {sending && (
        <SendForm
          row={row}
          way={sending}
          onClose={() => setSending(null)}
          onSent={() => {
            setSending(null)
            change({ tab: 'results', page: 1 })
          }}
        />
      )}
    </div>
  )
}

interface ActsProps {
  one: QuestionnaireDetail
  /** What is built is not saved yet: it would not be in what is published. */
  waits: boolean
  onSend: (way: 'send' | 'here') => void
  onOpen: (id: number) => void
}
function Acts({ one, waits, onSend, onOpen }: ActsProps) {
  const { row, may, content, draft } = one
  const newest = useRef(row)
  newest.current = row
  const [retiring, setRetiring] = useState(false)
  const copy = useEndpointMutation(postQuestionnaire, {
    onDone: (made) => {
      notify({ kind: 'ok', title: t('questions.copied') })
      onOpen(made.row.id)
    },
  })
  const publish = useEndpointMutation(publishQuestionnaire, {
    onDone: (done) => notify({ kind: 'ok', title: t('questions.published', { number: done.row.number ?? 1 }) }),
  })
  const change = useEndpointMutation(putQuestionnaire, {
    onDone: ({ row: now }) => {
      setRetiring(false)
      if (now.state === 'retired') notify({ kind: 'ok', title: t('questions.retired') })
    },
  })
  const remind = useEndpointMutation(remindQuestionnaire, {
    onDone: ({ sent, failed }) =>
      notify({
        kind: failed ? 'warn' : 'ok',
        title: sent ? t('questions.reminded', { count: sent }) : t('questions.nobodyToRemind'),
        ...(failed ? { text: t('questions.remindFailed', { count: failed }) } : {}),
      }),
  })
  const live = row.state === 'published'
  const sure = async (word: 'publish' | 'discard') => {
    const number = (row.number ?? 0) + 1
    const yes = await confirmAct({
      title: t(`questions.${word}Title`, { number }),
      text: t(`questions.${word}Text`),
      ok: t(`questions.${word}`),
      cancel: t('common.cancel'),
      danger: word === 'discard',
    })
    if (!yes) return
    // As it stands now: it may have been saved since it was asked.
    const { version } = newest.current
    if (word === 'publish') publish.mutate({ params: { id: row.id }, body: { version } })
    else change.mutate({ params: { id: row.id }, body: { version, discard: true } })
  }
  return (
    <div className="act">
      {may.collect && live && (
        <>
          <Button kind="primary" onClick={() => onSend('send')}>
            {t('questions.send')}
          </Button>
          <Button onClick={() => onSend('here')}>{t('questions.fill')}</Button>
          {(row.sent ?? 0) > (row.answered ?? 0) && (
            <Button loading={remind.isPending} onClick={() => remind.mutate({ params: { id: row.id }, body: {} })}>
              {t('questions.remind')}
            </Button>
          )}
        </>
      )}
      {may.build && draft && row.state !== 'retired' && (
        <>
          <Button
            kind={live ? 'soft' : 'primary'}
            disabled={one.problems.length > 0 || waits}
            loading={publish.isPending}
            onClick={() => void sure('publish')}
          >
            {t('questions.publish')}
          </Button>
          {live && <Button onClick={() => void sure('discard')}>{t('questions.discard')}</Button>}
        </>
      )}
      <Copy loading={copy.isPending} onCopy={() => copy.mutate({ body: { copyOf: row.id } })} />
      <Button
        onClick={() =>
          saveAs(
            new Blob([JSON.stringify(draft ?? content, null, 2)], { type: 'application/fhir+json' }),
            `${row.title || 'questionnaire'}.json`,
          )
        }
      >
        {t('questions.export')}
      </Button>
      {may.build && live && (
        <Button kind="bad" onClick={() => setRetiring(true)}>
          {t('questions.retire')}
        </Button>
      )}
      <Modal open={retiring} title={t('questions.retireTitle')} footer={null} onCancel={() => setRetiring(false)}>
        <div className="qs-retire">
          <p>{t('questions.retireText')}</p>
          <div className="row wrap">
            {(['finish', 'stop'] as const).map((how) => (
              <Button
                key={how}
                kind={how === 'stop' ? 'bad' : 'default'}
                loading={change.isPending}
                onClick={() => change.mutate({ params: { id: row.id }, body: { version: row.version, retire: how } })}
              >
                {t(how === 'finish' ? 'questions.retireFinish' : 'questions.retireStop')}
              </Button>
            ))}
            <Button onClick={() => setRetiring(false)}>{t('common.cancel')}</Button>
          </div>
        </div>
      </Modal>
    </div>
  )
}
function Copy({ loading, onCopy }: { loading: boolean; onCopy: () => void }) {
  return (
    <Button loading={loading} onClick={onCopy}>
      {t('questions.copy')}
    </Button>
  )
}
