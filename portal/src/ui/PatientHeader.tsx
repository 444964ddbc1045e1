import {
  KeyOutlined,
  LockOutlined,
  QuestionCircleOutlined,
  SafetyCertificateOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { t } from '../i18n/i18n.ts'
import { Avatar } from './Avatar.tsx'
import { formatDate } from './format.ts'
import { StatusTag } from './StatusTag.tsx'

/** A name in the other script: beside the first, and the first to give way. */
export const OtherName = ({ name }: { name: string | undefined }) =>
  name ? (
    <span className="othername ell" title={name}>
      {name}
    </span>
  ) : null
export const VipMark = () => <span className="vip">VIP</span>

/** What is known of allergies: not authorised to know, nobody asked, asked and none, or which. Who prescribes needs all four apart. */
export interface Allergies {
  status: 'closed' | 'notAsked' | 'noneKnown' | 'known'
  names: readonly string[]
  /** Who recorded it and when, where that is known. */
  by?: string | undefined
}
const asked = () => t('common.patient.allergyList', { list: t('common.patient.notAsked') })

/** Short, as on a card of a list, it says what must not be overlooked alone. */
export function AllergyLine({ value: { status, names, by }, short }: { value: Allergies; short?: boolean }) {
  if (short && (status === 'closed' || status === 'noneKnown')) return null
  if (status === 'closed' || status === 'notAsked')
    return (
      <span className="alg c-warn">
        <WarningOutlined />
        {status === 'closed' ? t('common.patient.allergyUnknown') : asked()}
      </span>
    )
  if (status === 'noneKnown')
    return (
      <span className="alg none" title={by}>
        {t('common.patient.noAllergy')}
      </span>
    )
  const list = names.join(t('common.patient.separator'))
  return (
    <span className="alg" title={list}>
      <WarningOutlined />
      <span className="ell">{short ? t('common.patient.allergy') : t('common.patient.allergyList', { list })}</span>
    </span>
  )
}

/** In a row of a list there is room for the sign and its word on hover. */
export function AllergySign({ value: { status, names } }: { value: Allergies }) {
  if (status === 'closed' || status === 'noneKnown') return null
  const known = status === 'known'
  const text = known ? t('common.patient.allergyList', { list: names.join(t('common.patient.separator')) }) : asked()
  return (
    <span className={known ? 'c-bad' : 'c-warn'} role="img" title={text} aria-label={text}>
      {known ? <WarningOutlined /> : <QuestionCircleOutlined />}
    </span>
  )
}

export type Authorisation =
  | { state: 'authorised'; until?: string | null }
  | { state: 'none' }
  | { state: 'emergency'; until?: string | null }

export function AuthorisationTag({ value }: { value: Authorisation }) {
  if (value.state === 'emergency')
    return (
      <StatusTag kind="badSolid" icon={<KeyOutlined />}>
        {t('common.patient.emergency')}
      </StatusTag>
    )
  if (value.state === 'none')
    return (
      <StatusTag kind="warn" icon={<LockOutlined />}>
        {t('common.patient.notAuthorised')}
      </StatusTag>
    )
  return (
    <StatusTag kind="ok" icon={<SafetyCertificateOutlined />}>
      {value.until
        ? t('common.patient.authorisedUntil', { date: formatDate(value.until) })
        : t('common.patient.authorised')}
    </StatusTag>
  )
}

interface Props {
  /** The page is about this patient: the name is its heading. */
  heading?: boolean
  pid: number | string
  name: string
  /** The name in the other script, where there is one. */
  otherName?: string | undefined
  vip?: boolean
  /** Age and sex, ready as words: `ageLabel(birthday)・女`. */
  subtitle: ReactNode
  /** Record number, masked id, unit: each a piece of its own. */
  facts: ReactNode[]
  allergies?: Allergies | undefined
  authorisation?: Authorisation
  /** Opens what there is to know of it, and to do about it; `named` is what the button is called. */
  onAuthorisation?: { named: string; open: () => void }
  /** Buttons at the right end. */
  actions?: ReactNode
}

/** Name, age, sex, id, allergies in red with a word: the same wherever a patient is open. */
export function PatientHeader({
  heading,
  pid,
  name,
  otherName,
  vip,
  subtitle,
  facts,
  allergies,
  authorisation,
  onAuthorisation,
  actions,
}: Props) {
  const Name = heading ? 'h1' : 'span'
  return (
    <div className="ph">
      <Avatar name={name} seed={pid} size="lg" />
      <div className="grow id">
        <div className="who">
          <Name className="ell" title={name}>
            {name}
          </Name>
          <OtherName name={otherName} />
          {vip && <VipMark />}
        </div>
        <div className="meta num">
          <span>{subtitle}</span>
          {facts.map((fact, index) => (
            <span key={index}>{fact}</span>
          ))}
        </div>
      </div>
      {allergies !== undefined && (
        <div className="safety">
          <AllergyLine value={allergies} />
        </div>
      )}
      {authorisation && !onAuthorisation && <AuthorisationTag value={authorisation} />}
      {authorisation && onAuthorisation && (
        <button type="button" className="tagbtn" title={onAuthorisation.named} onClick={onAuthorisation.open}>
          <AuthorisationTag value={authorisation} />
        </button>
      )}
      {actions}
    </div>
  )
}
