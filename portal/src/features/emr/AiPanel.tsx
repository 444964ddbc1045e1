import { BulbOutlined, DislikeOutlined, ImportOutlined, LikeOutlined, SendOutlined } from '@ant-design/icons'
import { ratingAiResponse } from '@teleward/contract/crm/endpoints.ts'
import type { Suggestion } from '@teleward/contract/crm/schema.ts'
import { aiSuggestion, type NoteSuggestion } from '@teleward/contract/emr/ai-endpoints.ts'
import { type EmrData, NOTE_PART_MAX, type Note, type NotePart, noteParts } from '@teleward/contract/emr/schema.ts'
import { useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { notify } from '../../ui/notify.ts'
import type { NoteWork } from './note-editor.ts'

interface Props {
  pid: number
  qid: number
  ai: EmrData['ai']
  note: Note | null
  work: NoteWork
}
type Question = NonNullable<NoteSuggestion['question']>

/** A suggestion beside the note. What would leave the house is read first; into the note it comes by a word of its own. */
export default function AiPanel({ pid, qid, ai, note, work }: Props) {
  const [known, setKnown] = useState<NoteSuggestion | null>(null)
  /** Read, and not sent yet. */
  const [question, setQuestion] = useState<Question | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const look = useEndpointMutation(aiSuggestion, {
    onDone: (answer) => {
      setKnown(answer)
      setQuestion(answer.question)
    },
  })
  const send = useEndpointMutation(aiSuggestion, {
    onDone: (answer) => {
      setKnown(answer)
      setQuestion(null)
      setFailed(null)
    },
    onError: (error) => {
      // What was read is not what would be sent any more: it is shown anew.
      if (error.code === 'VERSION_STALE') {
        setFailed(t('emr.ai.changed'))
        prepare()
        return true
      }
      // The institution took its consent back, or the service is gone: the panel says so.
      if (error.code === 'AI_CONSENT' || error.code === 'AI_UNAVAILABLE') {
        setFailed(null)
        prepare()
        return true
      }
      if (error.code !== 'SEND_FAILED') return undefined
      setFailed(t(reasonOf(error.data)))
      return true
    },
  })
  const state = known?.ai ?? ai
  const body = { pid, qid, noteId: note?.id ?? '' }
  const prepare = () =>
    void work.flush().then((sent) => {
      if (sent) look.mutate({ body })
      else notify({ kind: 'warn', title: t('emr.ai.unsent') })
    })
  return (
    <section className="card c2 aipanel" aria-label={t('emr.ai.title')}>
      <div className="hd">
        <h2>{t('emr.ai.title')}</h2>
      </div>
      <div className="aibody">
        {state !== 'ready' && <p className="t3">{t(`emr.ai.${state}`)}</p>}
        {failed && (
          <p className="c-warn" role="alert">
            {failed}
          </p>
        )}
        {known?.suggestion && <Said key={known.suggestion.id} of={known.suggestion} work={work} />}
        {state === 'ready' &&
          (question ? (
            <>
              <p className="f12 t3">{t('emr.ai.read')}</p>
              <section className="aisent" aria-label={t('emr.ai.sent')}>
                {`${question.system}\n\n${question.text}`}
              </section>
              <div className="row wrap">
                <Button
                  size="sm"
                  kind="primary"
                  icon={<SendOutlined />}
                  loading={send.isPending}
                  onClick={() => send.mutate({ body: { ...body, digest: question.digest } })}
                >
                  {t(send.isPending ? 'emr.ai.asking' : 'emr.ai.send')}
                </Button>
                <Button size="sm" disabled={send.isPending} onClick={() => setQuestion(null)}>
                  {t('common.cancel')}
                </Button>
              </div>
            </>
          ) : (
            <>
              <p className="f12 t3">{t(note ? 'emr.ai.hint' : 'emr.ai.noNote')}</p>
              <div>
                <Button
                  size="sm"
                  icon={<BulbOutlined />}
                  disabled={note === null}
                  loading={look.isPending}
                  onClick={() => {
                    setFailed(null)
                    prepare()
                  }}
                >
                  {t('emr.ai.look')}
                </Button>
              </div>
            </>
          ))}
      </div>
    </section>
  )
}

/** Why there is no answer: the provider's own words are not repeated. */
function reasonOf(data: unknown) {
  const reason: unknown = typeof data === 'object' && data ? Reflect.get(data, 'reason') : ''
  if (reason === 'TIMEOUT') return 'emr.ai.failed.time'
  if (reason === 'UNREACHABLE') return 'emr.ai.failed.away'
  return typeof reason === 'string' && reason.startsWith('HTTP') ? 'emr.ai.failed.refused' : 'emr.ai.failed.unreadable'
}

function Said({ of, work }: { of: Suggestion; work: NoteWork }) {
  const [rating, setRating] = useState(of.rating)
  const rate = useEndpointMutation(ratingAiResponse, {
    onDone: (after) => {
      setRating(after.rating)
      notify({ kind: 'ok', key: 'note-rated', title: t('emr.ai.rated') })
    },
  })
  const insert = (part: NotePart) => {
    const before = work.view.text[part].trimEnd()
    const text = [before, t('emr.ai.mark', { model: of.model }) + of.text].filter(Boolean).join('\n')
    if (text.length > NOTE_PART_MAX) return notify({ kind: 'warn', title: t('emr.ai.tooLong') })
    work.setText(part, text)
    notify({ kind: 'ok', key: 'note-inserted', title: t('emr.ai.inserted', { part: t(`emr.part.${part}`) }) })
  }
  return (
    <>
      <p className="says">{of.text}</p>
      <p className="t3 f12">{t('emr.ai.by', { model: of.model, time: formatDateTime(of.at) })}</p>
      <div className="row wrap">
        {work.may.write && (
          <MenuButton
            className="btn sm"
            label={t('emr.ai.insert')}
            items={noteParts.map((part) => ({ key: part, label: t(`emr.part.${part}`), onPick: () => insert(part) }))}
          >
            <ImportOutlined /> {t('emr.ai.insert')}
          </MenuButton>
        )}
        {(['useful', 'notUseful'] as const).map((one) => (
          <Button
            key={one}
            size="sm"
            kind={rating === one ? 'primary' : 'default'}
            aria-pressed={rating === one}
            icon={one === 'useful' ? <LikeOutlined /> : <DislikeOutlined />}
            disabled={rate.isPending}
            onClick={() => rate.mutate({ body: { id: of.id, rating: one } })}
          >
            {t(`emr.ai.${one}`)}
          </Button>
        ))}
      </div>
    </>
  )
}
