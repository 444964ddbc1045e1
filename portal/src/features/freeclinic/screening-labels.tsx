import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  QuestionCircleOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { Outcome, Programme, Verdict } from '@teleward/contract/careevents/programmes.ts'
import { listText } from '../../patterns/careItems.tsx'
import { language, t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

export const programmeText = (programme: Programme): string => t(`screening.programme.${programme}`)

const VERDICT = {
  eligible: ['ok', <CheckCircleOutlined key="i" />],
  unknown: ['warn', <QuestionCircleOutlined key="i" />],
  later: ['neutral', <ClockCircleOutlined key="i" />],
  no: ['neutral', <StopOutlined key="i" />],
} as const
export const verdictTag = (verdict: Verdict) => (
  <StatusTag kind={VERDICT[verdict.is][0]} icon={VERDICT[verdict.is][1]}>
    {verdict.is === 'later'
      ? t('screening.verdict.later', { date: formatDate(verdict.from) })
      : t(`screening.verdict.${verdict.is}`)}
  </StatusTag>
)
/** Why somebody is, or is not, one of those a programme is for. */
export function verdictWhy(verdict: Verdict): string {
  switch (verdict.is) {
    case 'eligible': {
      const { from, to, every } = verdict.why
      const ages = to === null ? t('screening.verdict.why', { from }) : t('screening.verdict.whyTo', { from, to })
      const again = every === 'once' ? t('screening.verdict.once') : t('screening.verdict.every', { count: every })
      return language() === 'en' ? `${ages}, ${again}` : `${ages}，${again}`
    }
    case 'unknown':
      return t('screening.verdict.missing', {
        items: listText(verdict.missing.map((one) => t(`screening.missing.${one}`))),
      })
    case 'later':
      return ''
    case 'no':
      return t(`screening.verdict.reason.${verdict.reason}`)
  }
}

const OUTCOME = {
  negative: ['ok', <CheckCircleOutlined key="i" />],
  positive: ['bad', <WarningOutlined key="i" />],
  inadequate: ['warn', <QuestionCircleOutlined key="i" />],
} as const
export const outcomeTag = (outcome: Outcome) => (
  <StatusTag kind={OUTCOME[outcome][0]} icon={OUTCOME[outcome][1]}>
    {t(`screening.result.${outcome}`)}
  </StatusTag>
)
