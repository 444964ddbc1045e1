import './outside.css'
import {
  getOutsideReferral,
  openOutsideReferral,
  type OutsideReferral,
} from '@teleward/contract/referrals/outside-endpoints.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../api/client.ts'
import { ApiError, codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage, queryClient } from '../../api/query.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language, setLanguage, useI18n } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { currentTimeZone, setTimeZone } from '../../ui/format.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { OutsideLetter } from './OutsideLetter.tsx'

const PATH = /\/pages\/referral\/([^/]+)\/?$/
const tokenOf = () => decodeURIComponent(PATH.exec(location.pathname)?.[1] ?? '')

/** `/pages/referral/{token}`: an institution outside reads the letter sent to it and answers, by its link and a code. */
export default function OutsidePage() {
  const { t, language } = useI18n()
  const token = tokenOf()
  const asked = endpointQuery(getOutsideReferral, { params: { token } })
  const { data, error } = useQuery({ ...asked, retry: false, refetchOnWindowFocus: true })
  const put = (next: OutsideReferral) => queryClient.setQueryData(asked.queryKey, next)
  useTitle(t('screens.name.referralLink'))
  if (data && data.timeZone !== currentTimeZone()) setTimeZone(data.timeZone)
  return (
    <main className="refpage" aria-busy={!data && !error}>
      <header>
        <div>
          <b>{data ? either(data.institution.name, data.institution.nameEn) : 'Teleward'}</b>
          {data?.institution.phone && (
            <div className="t2 num">{t('referrals.page.contact', { phone: data.institution.phone })}</div>
          )}
        </div>
        <select
          aria-label={t('referrals.page.language')}
          value={language}
          onChange={({ target }) => void setLanguage(target.value as Language)}
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
      </header>
      {error && !data ? (
        <>
          <h1>{codeOf(error) === 'LINK_INVALID' ? t('referrals.page.invalid') : t('screens.name.referralLink')}</h1>
          <p role="alert">{errorMessage(error)}</p>
        </>
      ) : (
        data && (
          <Part
            page={data}
            token={token}
            put={put}
            again={() => void queryClient.invalidateQueries({ queryKey: asked.queryKey })}
          />
        )
      )}
    </main>
  )
}

interface Props {
  page: OutsideReferral
  token: string
  put: (next: OutsideReferral) => void
  again: () => void
}
function Part(props: Props): ReactNode {
  const { t } = useI18n()
  const { page } = props
  if (page.letter) return <OutsideLetter {...props} letter={page.letter} />
  if (page.state === 'code') return <Code {...props} />
  const over = page.state === 'open' ? 'revoked' : page.state
  return (
    <>
      <h1>{t(`referrals.page.${over}`)}</h1>
      <p>{t(over === 'locked' ? 'referrals.page.lockedText' : 'referrals.page.overText')}</p>
    </>
  )
}

/** The code that was told beside the link. What it leads to is not known before. */
function Code({ page, token, put, again }: Props) {
  const { t } = useI18n()
  const [code, setCode] = useState('')
  const [left, setLeft] = useState(page.triesLeft)
  const opening = useMutation({
    mutationFn: () => call(openOutsideReferral, { params: { token }, body: { code: code.trim() } }),
    onSuccess: put,
    onError: (error) => {
      setCode('')
      const told = error instanceof ApiError ? (error.data as { triesLeft?: number } | undefined)?.triesLeft : undefined
      if (told !== undefined) setLeft(told)
      // Locked, expired or revoked meanwhile: the page says so.
      if (codeOf(error) !== 'CODE_WRONG') again()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !opening.isPending) opening.mutate()
  }
  return (
    <form onSubmit={send}>
      <h1>{t('referrals.page.for', { to: page.to })}</h1>
      <label>
        {t('referrals.page.ask')}
        <input
          className="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          aria-label={t('referrals.page.code')}
          aria-describedby="code-help"
          aria-invalid={opening.isError}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </label>
      <p id="code-help" className={opening.isError ? 'c-bad' : 't3'} aria-live="polite">
        {opening.isError && `${errorMessage(opening.error)}　`}
        {t('referrals.page.triesLeft', { count: left })}
      </p>
      <div className="acts">
        <Button kind="primary" size="lg" type="submit" disabled={opening.isPending}>
          {t('referrals.page.open')}
        </Button>
      </div>
    </form>
  )
}
