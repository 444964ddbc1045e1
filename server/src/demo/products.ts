import { sql, type Tx } from '../platform/db/index.ts'
import { insertRows } from './rows.ts'

const products = [
  {
    owner: 'dr.lin',
    name: '上臂式電子血壓計',
    price: 198_000,
    manufacturer: '示範醫材',
    description: '每天早晚各量一次，記錄兩週。',
  },
  {
    owner: 'dr.lin',
    name: '低鈉鹽 300 公克',
    price: 12_000,
    manufacturer: '示範食品',
    description: '腎功能不佳者請先詢問醫師。',
  },
  { owner: 'dr.lin', name: '七日藥盒（四格）', price: 15_000, manufacturer: '示範生活', description: '' },
  {
    owner: 'diet.hsu',
    name: '膳食纖維粉 30 包',
    price: 69_000,
    manufacturer: '示範食品',
    description: '飯前以溫水沖泡，一天一包。',
  },
] as const

/** What people of the demo recommend, once; the sellers are invented. */
export async function seedProducts(tx: Tx, mids: Record<string, number>, now: Date): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from product) as there`)
  if (there) return
  await insertRows(
    tx,
    'product',
    products.map(({ owner, ...row }) => ({
      partner_id: 1,
      owner_mid: mids[owner] ?? 0,
      ...row,
      quantity: 1,
      currency: 'TWD',
      version: 1,
      updated_at: now,
    })),
  )
}
