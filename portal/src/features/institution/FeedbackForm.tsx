import { SendOutlined } from '@ant-design/icons'
import { getContact, postFeedback } from '@teleward/contract/institution/endpoints.ts'
import {
  FEEDBACK_REMARKS_MAX,
  FEEDBACK_TEXT_MAX,
  FEEDBACK_TITLE_MAX,
  feedbackKinds,
  type NewFeedback,
} from '@teleward/contract/institution/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import { composing } from '../../ui/composing.ts'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { VERSION } from '../../shell/version.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'

type Written = Required<Pick<NewFeedback, 'kind' | 'title' | 'remarks' | 'content'>>
const EMPTY: Written = { kind: 'idea', title: '', remarks: '', content: '' }
const REQUIRED = {
  title: 'TITLE_REQUIRED',
  remarks: 'REMARKS_REQUIRED',
  content: 'SUGGESTION_REQUIRED',
} as const
type Field = keyof typeof REQUIRED
const FIELDS = Object.keys(REQUIRED) as Field[]
const MOST = { title: FEEDBACK_TITLE_MAX, remarks: FEEDBACK_REMARKS_MAX, content: FEEDBACK_TEXT_MAX }

/** What one writes to the institution. All three fields are asked for; half written, it is still there tomorrow. */
export function FeedbackForm() {
  const t = useT()
  const id = useId()
  const { draft, value, loaded, kept } = useDraft<Written>({ screen: 'feedback', subject: 'new' })
  const written = value ?? EMPTY
  const [tried, setTried] = useState(false)
  const { data: contact } = useQuery(endpointQuery(getContact, {}))
  const dirty = FIELDS.some((field) => written[field].trim() !== '')
  useUnsavedGuard('draft', dirty)
  const post = useEndpointMutation(postFeedback, {
    onDone: ({ mailed }) => {
      void draft?.clear()
      setTried(false)
      notify({
        kind: 'ok',
        key: 'feedback',
        title: t(mailed ? 'institution.feedback.mailed' : 'institution.feedback.kept'),
      })
    },
  })
  const change = (next: Partial<Written>) => draft?.write({ ...written, ...next })
  const send = () => {
    setTried(true)
    if (post.isPending || FIELDS.some((field) => written[field].trim() === '')) return
    const { kind, title, remarks, content } = written
    post.mutate({
      body: { kind, title: title.trim(), remarks: remarks.trim(), content: content.trim(), build: VERSION },
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || composing(event)) return
    event.preventDefault()
    send()
  }
  const input = (field: Field) => {
    const wrong = tried && written[field].trim() === ''
    const props = {
      id: `${id}-${field}`,
      value: written[field],
      maxLength: MOST[field],
      disabled: !loaded,
      status: wrong ? ('error' as const) : ('' as const),
      'aria-required': true,
      'aria-invalid': wrong,
      'aria-describedby': `${id}-${field}-help`,
      onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
    }
    return (
      <div key={field}>
        <FieldLabel id={props.id} required>
          {t(`institution.feedback.${field}`)}
        </FieldLabel>
        {field === 'title' ? <Input {...props} /> : <Input.TextArea {...props} rows={field === 'content' ? 5 : 2} />}
        <p id={`${id}-${field}-help`} className={`help ${wrong ? 'err' : ''}`} role={wrong ? 'alert' : undefined}>
          {wrong ? errorText(REQUIRED[field]) : field === 'remarks' ? t('institution.feedback.remarksHint') : ''}
        </p>
      </div>
    )
  }
  return (
    <Card title={t('institution.feedback.write')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key sends from whichever field. */}
      <div className="contactform" data-kept={dirty && kept} onKeyDown={onKeyDown}>
        <div>
          <label className="lab" htmlFor={`${id}-kind`}>
            {t('institution.feedback.kindLabel')}
          </label>
          <Select
            id={`${id}-kind`}
            className="wide"
            value={written.kind}
            disabled={!loaded}
            onChange={(kind) => change({ kind })}
            options={feedbackKinds.map((value) => ({ value, label: t(`institution.feedback.kind.${value}`) }))}
          />
        </div>
        {FIELDS.map(input)}
        <p className="t3 f13">{t('institution.feedback.along')}</p>
        <div className="row wrap">
          <span className="grow t3 f13">
            {contact ? t(contact.mailed ? 'institution.feedback.goesMail' : 'institution.feedback.goesHere') : ''}
          </span>
          <Button kind="primary" icon={<SendOutlined />} loading={post.isPending} onClick={send}>
            {t('institution.feedback.send')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
