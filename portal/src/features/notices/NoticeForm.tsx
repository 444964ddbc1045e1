import { instantOf, localTime, parseDay } from '@teleward/contract/core/zone.ts'
import { sleeps } from '@teleward/contract/core/night.ts'
import { postNotice, postNoticeRecipients, putNotice } from '@teleward/contract/notices/endpoints.ts'
import {
  CONTENT_MAX,
  NAME_BLANK,
  NIGHT,
  type NoticeChannel,
  noticeChannels,
  withName,
} from '@teleward/contract/notices/rules.ts'
import type { AudienceChoice, NoticeDetail, NoticeRecipient } from '@teleward/contract/notices/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { useKeptForm } from '../../patterns/keptForm.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { currentTimeZone, formatDate, formatDateTime, formatTime, isoDay } from '../../ui/format.ts'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
import { Audience } from './Audience.tsx'
import { isChanged } from './entered.ts'

/** Nothing, a template, a copy; or, with an id, one that is changed. */
export interface Begun {
  id?: string
  version?: number
  content?: string
  audience?: AudienceChoice[]
  channels?: NoticeChannel[]
  sendAt?: string
  people?: readonly NoticeRecipient[]
}
const HOUR = 3_600_000

/** By the institution's clock; undefined for what is no time. */
function momentOf(day: string, time: string): Date | undefined {
  const parsed = parseDay(day)
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  if (!parsed || hour === undefined || minute === undefined) return undefined
  return instantOf({ ...parsed, hour: Number(hour), minute: Number(minute), second: 0 }, currentTimeZone())
}

function startOf({ content = '', audience = [], channels = ['sms'], sendAt }: Begun) {
  const at = sendAt ?? new Date(Date.now() + HOUR).toISOString()
  return { content, audience, channels, day: isoDay(at), time: formatTime(at) }
}

interface Typed {
  content: string
  audience: AudienceChoice[]
  channels: NoticeChannel[]
  /** Untouched, it is when the form began. */
  day?: string
  time?: string
}
/** An empty one, and one that is changed; what begins with a template or as a copy has it beside, and is asked about. */
const placeOf = ({ id, version, ...rest }: Begun) => {
  if (id !== undefined) return { screen: `notice:${id}:${version}`, subject: '' }
  return Object.keys(rest).length === 0 ? { screen: 'notice', subject: '' } : null
}

export function NoticeForm({ begun, onClose }: { begun: Begun; onClose: (made?: string) => void }) {
  const t = useT()
  const refusal = useRefusal()
  // What it began as: an hour from then, for one without a time, is none that was entered.
  const [start] = useState(() => startOf(begun))
  const form = useKeptForm<Typed>(placeOf(begun), {
    content: start.content,
    audience: start.audience,
    channels: start.channels,
  })
  const { content, audience, channels, day = start.day, time = start.time } = form.typed
  const { change: type } = form
  const sendAt = momentOf(day, time)
  const done = ({ id, sendAt: at }: NoticeDetail) => {
    notify({ kind: 'ok', title: t('notices.planned', { at: formatDateTime(at) }) })
    form.clear()
    onClose(id)
  }
  const onError = (error: Parameters<typeof refusal.take>[0]) => refusal.take(error, error.fields[0]?.path)
  const make = useEndpointMutation(postNotice, { onDone: done, onError })
  const change = useEndpointMutation(putNotice, { onDone: done, onError })
  const submit = async () => {
    if (audience.length === 0) return refusal.refuse('audience', t('common.required'))
    if (content.trim() === '') return refusal.refuse('content', t('common.required'))
    if (!sendAt) return refusal.refuse('sendAt', t('common.required'))
    refusal.clear()
    if (sleeps(localTime(sendAt, currentTimeZone()).hour, NIGHT)) {
      const sure = await confirmAct({
        title: t('notices.form.nightTitle', { at: formatTime(sendAt) }),
        text: t('notices.form.nightText'),
        ok: t('notices.form.nightOk'),
        cancel: t('common.cancel'),
      })
      if (!sure) return
    }
    const body = { content: content.trim(), audience, channels, sendAt: sendAt.toISOString() }
    const { id, version } = begun
    if (id !== undefined && version !== undefined) change.mutate({ params: { id }, body: { ...body, version } })
    else make.mutate({ body })
  }
  return (
    <FormDrawer
      open
      title={t(begun.id ? 'notices.form.edit' : 'notices.new')}
      dirty={isChanged(start, { content, audience, channels, day, time })}
      kept={form.kept}
      busy={make.isPending || change.isPending}
      submit={t('notices.form.submit')}
      onSubmit={() => void submit()}
      onClose={() => onClose()}
      width={560}
    >
      <FormColumn>
        <Audience
          value={audience}
          people={begun.people}
          error={refusal.of('audience')}
          onChange={(next) => type({ audience: next })}
        />
        <Reached audience={audience} channels={channels} content={content} />
        <Line label={t('notices.form.channels')} error={refusal.of('channels')} hint={t('notices.form.channelsHint')}>
          {() => (
            <Checkbox.Group
              value={channels}
              options={noticeChannels.map((one) => ({ value: one, label: t(`notices.channel.${one}`) }))}
              onChange={(next) => type({ channels: noticeChannels.filter((one) => next.includes(one)) })}
            />
          )}
        </Line>
        <Line
          label={t('notices.form.content')}
          required
          error={refusal.of('content')}
          hint={t('notices.form.contentHint', { count: content.length, max: CONTENT_MAX })}
        >
          {(field, described) => (
            <>
              <GrowingArea
                id={field}
                aria-describedby={described}
                lines={4}
                most={12}
                maxLength={CONTENT_MAX}
                status={refusal.of('content') ? 'error' : ''}
                value={content}
                onChange={(event) => type({ content: event.target.value })}
              />
              <Button size="sm" onClick={() => type({ content: `${content}${NAME_BLANK}` })}>
                {t('notices.form.blank')}
              </Button>
            </>
          )}
        </Line>
        <Line label={t('notices.form.sendAt')} required error={refusal.of('sendAt')} hint={currentTimeZone()}>
          {(field, described) => (
            <span className="senddate">
              <DayPicker
                value={day}
                label={t('notices.form.sendAt')}
                text={formatDate}
                onChange={(next) => type({ day: next })}
              />
              <Input
                id={field}
                type="time"
                aria-describedby={described}
                style={{ width: 130 }}
                status={refusal.of('sendAt') ? 'error' : ''}
                value={time}
                onChange={(event) => type({ time: event.target.value })}
              />
            </span>
          )}
        </Line>
      </FormColumn>
    </FormDrawer>
  )
}

/** Who would get it, before anything is sent: how many, whom no way reaches, and how it reads for the first. */
function Reached({
  audience,
  channels,
  content,
}: {
  audience: AudienceChoice[]
  channels: NoticeChannel[]
  content: string
}) {
  const t = useT()
  const { data } = useQuery({
    ...endpointQuery(postNoticeRecipients, { body: { audience, channels } }),
    enabled: audience.length > 0,
    retry: false,
  })
  if (!data || audience.length === 0) return null
  const unreached = data.patients.filter(({ channel }) => channel === null)
  const first = data.staff[0] ?? data.patients[0]
  return (
    <div className="reached">
      <div className="b" aria-live="polite">
        {t('notices.form.reached', { staff: data.staff.length, patients: data.patients.length })}
      </div>
      <details>
        <summary>{t('notices.form.names')}</summary>
        <p className="t2 f13">{[...data.staff, ...data.patients].map(nameOf).join('、')}</p>
      </details>
      {data.tooMany && <p className="c-bad">{t('notices.form.tooMany')}</p>}
      {unreached.length > 0 && (
        <p className="c-warn">
          {t('notices.form.unreached', { count: unreached.length, names: unreached.map(nameOf).join('、') })}
        </p>
      )}
      {first && content.includes(NAME_BLANK) && (
        <p className="t2 f13 noticetext">{t('notices.form.preview', { text: withName(content, first.name) })}</p>
      )}
    </div>
  )
}
