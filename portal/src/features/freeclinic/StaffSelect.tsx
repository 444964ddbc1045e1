import { todoRecipients } from '@teleward/contract/handoffs/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { nameOf } from '../../patterns/Patient.tsx'

interface Props {
  id: string
  value: number | undefined
  status: 'error' | ''
  onChange: (mid: number) => void
}
/** Who may look after something: colleagues that take to-dos, oneself among them. */
export function StaffSelect({ id, value, status, onChange }: Props) {
  const me = useMe()
  const answer = useQuery(endpointQuery(todoRecipients, { query: {} }))
  const people = answer.data?.people ?? []
  const options = people.map((one) => ({ value: one.mid, label: nameOf(one) }))
  if (answer.data && !people.some(({ mid }) => mid === me.mid)) options.unshift({ value: me.mid, label: me.name })
  return (
    <Select<number>
      id={id}
      className="wide"
      showSearch={{ optionFilterProp: 'label' }}
      loading={answer.isPending}
      status={status}
      value={value ?? null}
      options={options}
      notFoundContent={answer.error ? errorMessage(answer.error) : null}
      onChange={onChange}
    />
  )
}
