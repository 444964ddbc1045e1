import { getBankBranches, getBanks, postProfile } from '@teleward/contract/profile/endpoints.ts'
import { bankProblems, isSameBank } from '@teleward/contract/profile/rules.ts'
import type { Profile } from '@teleward/contract/profile/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import { Line } from '../../patterns/FormLines.tsx'
import { SaveBar } from './Form.tsx'
import { saidSaved, takeRefusal } from './saving.ts'
import { usePart } from './usePart.ts'

/** Where the money goes: local or foreign first, then the rest. A change takes the password and is told by SMS. */
export function BankPart({ profile }: { profile: Profile }) {
  const t = useT()
  const { bank } = profile
  const [password, setPassword] = useState('')
  const state = usePart('bank', {
    kind: bank?.kind as 'local' | 'foreign' | undefined,
    bankCode: bank?.bankCode ?? '',
    branchCode: bank?.branchCode ?? '',
    bankName: bank?.bankName ?? '',
    branchName: bank?.branchName ?? '',
    address: bank?.address ?? '',
    account: '',
    accountName: bank?.accountName ?? '',
    swift: bank?.swift ?? '',
  })
  const { value, fault, change } = state
  const local = value.kind === 'local'
  const stored = bank !== null && isSameBank(value, bank)
  const act = useEndpointMutation(postProfile, {
    onDone: () => {
      void state.clear()
      setPassword('')
      saidSaved()
    },
    onError: (error) => {
      if (error.code === 'WRONG_PASSWORD' || error.code === 'LOGIN_LOCKED') {
        state.setFaults({ password: error.message })
        return true
      }
      return takeRefusal(error, state.takeRefusal, 'bank.')
    },
  })
  const save = () => {
    const problems = bankProblems(value, stored)
    const found: Record<string, string> = Object.fromEntries(problems.map(({ path, code }) => [path, errorText(code)]))
    if (!password) found.password = t('common.required')
    if (Object.keys(found).length) return state.setFaults(found)
    act.mutate({ body: { part: 'bank', version: profile.versions.bank, bank: value, password } })
  }
  const text = (
    key: 'bankName' | 'branchName' | 'address' | 'account' | 'accountName' | 'swift',
    label: string,
    hint?: string,
  ) => (
    <Line label={label} required={key !== 'branchName' || local} error={fault(key)} hint={hint}>
      {(id, described) => (
        <Input
          id={id}
          aria-describedby={described}
          maxLength={200}
          autoComplete="off"
          value={value[key]}
          status={fault(key) ? 'error' : ''}
          onChange={(event) => change({ [key]: event.target.value })}
        />
      )}
    </Line>
  )
  return (
    <>
      <section className="card pcard">
        <p className="f13">
          {bank
            ? t('profile.bank.now', { bank: `${bank.bankName} ${bank.branchName ?? ''}`, last: bank.accountLast })
            : t('profile.bank.none')}
        </p>
        {bank && <p className="t3 f12">{t('profile.bank.validFrom', { date: formatDate(bank.validFrom) })}</p>}
      </section>
      <section className="card pcard pgrid">
        <fieldset className="pwide kinds flat">
          <legend className="lab">
            {t('profile.bank.kind')}
            <span className="req" aria-hidden="true">
              *
            </span>
          </legend>
          <div className="row">
            {(['local', 'foreign'] as const).map((kind) => (
              <label key={kind} className="check">
                <input type="radio" name="bankkind" checked={value.kind === kind} onChange={() => change({ kind })} />
                {t(`profile.bank.${kind}`)}
              </label>
            ))}
          </div>
          {fault('kind') && <p className="help err">{fault('kind')}</p>}
        </fieldset>
        {local && <LocalBank value={value} fault={fault} change={change} />}
        {value.kind === 'foreign' && (
          <>
            {text('bankName', t('profile.bank.bankName'))}
            {text('branchName', t('profile.bank.branch'))}
            {text('swift', t('profile.bank.swift'))}
          </>
        )}
        {value.kind && (
          <>
            {text('address', t('profile.bank.address'))}
            {text(
              'account',
              t('profile.bank.account'),
              stored ? t('profile.bank.accountKept', { last: bank?.accountLast ?? '' }) : undefined,
            )}
            {text('accountName', t('profile.bank.accountName'))}
            {state.dirty && (
              <Line
                label={t('common.ownPassword')}
                required
                error={fault('password')}
                hint={t('profile.bank.passwordWhy')}
              >
                {(id, described) => (
                  <Input.Password
                    id={id}
                    aria-describedby={described}
                    autoComplete="current-password"
                    value={password}
                    status={fault('password') ? 'error' : ''}
                    onChange={(event) => setPassword(event.target.value)}
                  />
                )}
              </Line>
            )}
          </>
        )}
      </section>
      <SaveBar
        dirty={state.dirty}
        kept={state.kept}
        busy={act.isPending}
        onSave={save}
        onDrop={() => void state.clear()}
        note={t('profile.bank.sms')}
      />
    </>
  )
}

interface LocalProps {
  value: { bankCode: string; branchCode: string; branchName: string }
  fault: (path: string) => string | undefined
  change: (next: { bankCode?: string; branchCode?: string; branchName?: string }) => void
}
/** From the official lists, found by code or name; a bank whose branches are not listed takes the branch as it is typed. */
function LocalBank({ value, fault, change }: LocalProps) {
  const t = useT()
  const banks = useQuery({ ...endpointQuery(getBanks, {}), staleTime: Number.POSITIVE_INFINITY })
  const branches = useQuery({
    ...endpointQuery(getBankBranches, { params: { code: value.bankCode } }),
    enabled: value.bankCode !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const listed = (branches.data?.length ?? 0) > 0 || branches.isPending
  const options = (list: readonly { code: string; name: string }[] | undefined) =>
    (list ?? []).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
  return (
    <>
      <Line label={t('profile.bank.bank')} required error={fault('bankCode')}>
        {(id) => (
          <Select
            id={id}
            className="wide"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('profile.bank.search')}
            status={fault('bankCode') ? 'error' : ''}
            loading={banks.isPending}
            value={value.bankCode || undefined}
            onChange={(bankCode) => change({ bankCode, branchCode: '', branchName: '' })}
            options={options(banks.data)}
          />
        )}
      </Line>
      <Line label={t('profile.bank.branch')} required error={fault('branchCode') ?? fault('branchName')}>
        {(id) =>
          listed ? (
            <Select
              id={id}
              className="wide"
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t('profile.bank.search')}
              disabled={!value.bankCode}
              status={fault('branchCode') || fault('branchName') ? 'error' : ''}
              loading={value.bankCode !== '' && branches.isPending}
              value={value.branchCode || undefined}
              onChange={(branchCode) => change({ branchCode })}
              options={options(branches.data)}
            />
          ) : (
            <Input
              id={id}
              maxLength={200}
              value={value.branchName}
              onChange={(event) => change({ branchName: event.target.value, branchCode: '' })}
            />
          )
        }
      </Line>
    </>
  )
}
