import type { ImportColumn } from '@teleward/contract/members/register-endpoints.ts'

const listed = (...lines: string[]) => lines.flatMap((line) => line.split('、'))

/**
 * What the columns of the template are called in the lists that clinics keep: whichever of these a file has is read as
 * if it were the template's own. Spaces, dots, stars, a unit or an era in brackets make no difference.
 */
export const otherTitles: Readonly<Record<ImportColumn, readonly string[]>> = {
  account: listed(
    '會員帳號、登入帳號、使用者帳號、用戶帳號、会员账号、登录账号、用户账号、帐号、账户',
    'account、account id、account number、account name、login、login id、user name、user id',
  ),
  name: listed(
    '中文姓名、名字、會員姓名、病患姓名、病人姓名、患者姓名、個案姓名、會員名稱、会员姓名、个案姓名',
    '会员名称',
    'full name、patient name、member name、patient、chinese name、name in chinese',
  ),
  nameEn: listed(
    '英文名、英文名字、英文全名、護照姓名、护照姓名、護照英文姓名、护照英文姓名、外文姓名',
    'english name、name (english)、name (en)、english full name、name en、passport name',
  ),
  idNumber: listed(
    '身分證、身份證、身分證字號、身份證字號、身份證號、身分證號碼、身份證號碼、證號、證件號碼',
    '身分證統一編號、國民身分證統一編號、居留證號、居留證號碼、統一證號、身分證/居留證號',
    '身分證或居留證號、身份证、身份证号、身份证号码、居民身份证号、居民身份证号码、证号、证件号、证件号码',
    '居留证号',
    'id、id no、id card、id card number、national id、national id number、identity number、arc number',
  ),
  gender: listed('生理性別、生理性别、男女', 'gender、sex (m/f)'),
  birthday: listed(
    '生日、出生年月日、出生日、生年月日、出生年月、出生日期',
    'birthday、birth date、birthdate、date of birth、dob、birth day',
  ),
  height: listed('身長、身高公分、身高cm', 'height、height cm、body height'),
  weight: listed('體重公斤、體重kg、体重公斤、体重kg', 'weight、weight kg、body weight'),
  nhiCardNumber: listed(
    '健保卡、健保卡卡號、健保卡號碼、健保IC卡號、健保IC卡、健保號、IC卡號、醫保卡號、健保卡号、健保卡卡号',
    '医保卡、医保卡号、医保号、社保卡号',
    'health card no、health card number、nhi card、nhi card number、nhi number、nhi no、health insurance card、insurance card number',
  ),
  mobile: listed(
    '手機號碼、手機號、手機電話、行動電話、行動電話號碼、會員手機、本人手機、電話、電話號碼、聯絡電話',
    '連絡電話、手机号码、手机号、手机电话、移动电话、会员手机、本人手机、电话、电话号码、联系电话',
    '联络电话',
    'mobile phone、mobile number、mobile no、cell phone、cellphone、cell、phone、phone number、phone no、tel、telephone',
  ),
  email: listed(
    '電子信箱、電郵、信箱、電子郵件信箱、電子郵件地址、邮箱、电子邮箱、电子邮件地址、电邮',
    'E-mail、email、email address、mail',
  ),
  contactName: listed(
    '緊急聯絡人姓名、緊急連絡人、緊急連絡人姓名、聯絡人、連絡人、聯絡人姓名、家屬姓名、紧急联系人姓名',
    '紧急联络人、联系人、联系人姓名、家属姓名',
    'emergency contact name、contact person、contact name、next of kin',
  ),
  contactRelation: listed(
    '與本人關係、與會員關係、與病人關係、緊急聯絡人關係、聯絡人關係、稱謂、与本人关系、与会员关系',
    '与病人关系、紧急联系人关系、联系人关系、称谓',
    'relationship、relation to patient、relationship to patient、emergency contact relation、contact relation',
  ),
  contactPhone: listed(
    '緊急聯絡人電話、緊急聯絡人手機、緊急連絡電話、緊急連絡人電話、緊急電話、聯絡人電話、聯絡人手機',
    '家屬電話、紧急联系人电话、紧急联系人手机、紧急联络电话、紧急电话、联系人电话、联系人手机、家属电话',
    'emergency contact phone、emergency contact number、emergency number、contact phone、contact number',
  ),
  vip: listed('貴賓、是否VIP、VIP會員、贵宾、VIP会员', 'is vip、vip member'),
}
