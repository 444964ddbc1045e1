import { CheckCircleOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { answerAuthorisation } from '@teleward/contract/links/endpoints.ts'
import type { LinkAuthorisation, LinkView } from '@teleward/contract/links/schema.ts'
import { useId, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { LinkFrame } from './LinkFrame.tsx'
import { Fault, useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'

interface Props {
  link: LinkState
  view: LinkView
}

/** Leave to open the record: asked, or what was said to it. What it shows follows the server, also when it is answered elsewhere. */
export default function AuthoriseStep({ link, view }: Props) {
  const asked = view.authorisation
  if (!asked) return <LinkFrame link={link} busy />
  const { state } = asked
  return state === 'requested' ? (
    <Question link={link} view={view} asked={asked} />
  ) : (
    <Answered link={link} view={view} asked={{ ...asked, state }} />
  )
}

function useWhere({ institution }: LinkView) {
  const { language } = useI18n()
  const english = language === 'en'
  return [
    (english && institution.nameEn) || institution.name,
    (english && institution.unitNameEn) || institution.unitName,
  ]
    .filter(Boolean)
    .join(' ')
}

function Question({ link, view, asked }: Props & { asked: LinkAuthorisation }) {
  const { t, language } = useI18n()
  const { run, busy, fault, setFault } = useStep()
  const id = useId()
  const where = useWhere(view)
  const [guardian, setGuardian] = useState(false)
  const [later, setLater] = useState(false)
  const [giver, setGiver] = useState({ name: '', relation: '' })
  const say = (answer: 'agree' | 'decline') => {
    const [name, relation] = [giver.name.trim(), giver.relation.trim()]
    if (answer === 'agree' && guardian && !(name && relation))
      return setFault({ code: 'FIELD_EMPTY', words: t('link.authorise.giverNeeded') })
    const who = answer === 'agree' && guardian ? { giver: { name, relation } } : {}
    void run(() => link.act(answerAuthorisation, { body: { answer, text: asked.text, ...who } }))
  }
  const person = (language === 'en' && asked.askedByEn) || asked.askedBy
  return (
    <LinkFrame
      link={link}
      foot={
        <div className="lk-pair">
          <button type="button" className="lk-btn sec" disabled={busy} onClick={() => say('decline')}>
            {t('link.authorise.decline')}
          </button>
          <button type="button" className="lk-btn" disabled={busy} onClick={() => say('agree')}>
            {t('link.authorise.agree')}
          </button>
        </div>
      }
    >
      <h1>{t('link.authorise.title')}</h1>
      <dl className="lk-facts">
        <dt>{t('link.authorise.who')}</dt>
        <dd>{[where, person].filter(Boolean).join(t('common.dot'))}</dd>
        <dt>{t('link.authorise.what')}</dt>
        <dd>{t('link.authorise.whatText')}</dd>
        <dt>{t('link.authorise.why')}</dt>
        <dd>{t('link.authorise.whyText')}</dd>
        <dt>{t('link.authorise.long')}</dt>
        <dd>{t('link.authorise.longText', { count: asked.days })}</dd>
        <dt>{t('link.authorise.back')}</dt>
        <dd>{t('link.authorise.backText')}</dd>
      </dl>
      <label className={`lk-consent ${guardian ? 'on' : ''}`}>
        <input type="checkbox" checked={guardian} onChange={(event) => setGuardian(event.target.checked)} />
        <span>
          <b>{t('link.authorise.guardian')}</b>
          <small>{t('link.authorise.guardianText')}</small>
        </span>
      </label>
      {guardian &&
        (['name', 'relation'] as const).map((field) => (
          <label key={field} className="lk-field" htmlFor={`${id}-${field}`}>
            {t(`link.authorise.${field}`)}
            <input
              id={`${id}-${field}`}
              value={giver[field]}
              maxLength={field === 'name' ? 60 : 30}
              autoComplete={field === 'name' ? 'name' : 'off'}
              onChange={(event) => setGiver({ ...giver, [field]: event.target.value })}
            />
          </label>
        ))}
      <Fault fault={fault} />
      <p className="lk-small">
        <button type="button" className="lk-text" onClick={() => setLater(true)}>
          {t('link.authorise.later')}
        </button>
      </p>
      {later && asked.answerUntil && (
        <p className="lk-note info" role="status">
          {t('link.authorise.laterText', { time: formatDateTime(asked.answerUntil) })}
        </p>
      )}
      <p className="lk-small">{t('link.authorise.free')}</p>
    </LinkFrame>
  )
}

type Said = LinkAuthorisation & { state: Exclude<LinkAuthorisation['state'], 'requested'> }
function Answered({ link, view, asked }: Props & { asked: Said }) {
  const { t } = useI18n()
  const { run, busy, fault } = useStep()
  const [sure, setSure] = useState(false)
  const where = useWhere(view)
  const active = asked.state === 'active'
  const withdraw = () => run(() => link.act(answerAuthorisation, { body: { answer: 'withdraw', text: asked.text } }))
  const texts = {
    active: asked.endsAt
      ? t('link.authorise.activeText', { where, date: formatDate(asked.endsAt) })
      : t('link.authorise.activeNoEnd', { where }),
    declined: t('link.authorise.declinedText', { where }),
    withdrawn: t('link.authorise.withdrawnText', { where }),
    expired: t('link.authorise.expiredText', { where }),
  }
  return (
    <LinkFrame
      link={link}
      foot={
        active &&
        (sure ? (
          <div className="lk-pair">
            <button type="button" className="lk-btn sec" disabled={busy} onClick={() => setSure(false)}>
              {t('link.authorise.keep')}
            </button>
            <button type="button" className="lk-btn" disabled={busy} onClick={withdraw}>
              {t('link.authorise.withdraw')}
            </button>
          </div>
        ) : (
          <button type="button" className="lk-btn sec" onClick={() => setSure(true)}>
            {t('link.authorise.withdraw')}
          </button>
        ))
      }
    >
      <div className="lk-over" role="status">
        {active ? (
          <CheckCircleOutlined className="c-ok" aria-hidden="true" />
        ) : (
          <InfoCircleOutlined className="c-info" aria-hidden="true" />
        )}
        <h1>{t(`link.authorise.state.${asked.state}`)}</h1>
        <p>{texts[asked.state]}</p>
        {active && asked.giver && <p>{t('link.authorise.byGuardian', asked.giver)}</p>}
        {active && <p>{t(sure ? 'link.authorise.sure' : 'link.authorise.keepLink')}</p>}
      </div>
      <Fault fault={fault} />
    </LinkFrame>
  )
}
