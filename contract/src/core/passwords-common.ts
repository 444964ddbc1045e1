// Those that pass "letters and digits" and are tried first, and the plain ones they are made of. Lower case.
const list = `
123456 1234567 12345678 123456789 1234567890 111111 000000 666666 888888 123123 654321 112233 121212 123321 159753
password password1 password12 password123 password1234 password01 password2 password3 passw0rd passw0rd1 p4ssw0rd p4ssword
pa55word pa55w0rd passwd1 passwd123 pass123 pass1234 pass12345 pass123456 mypass123 mypassword1 newpassword1 letmein1 letmein123
welcome1 welcome12 welcome123 welcome1234 hello123 hello1234 hello12345 admin1 admin12 admin123 admin1234 admin12345 admin123456
admin01 administrator1 root123 root1234 user123 user1234 guest123 guest1234 test123 test1234 test12345 test123456 tester1 testing1
testing123 temp123 temp1234 changeme1 changeme123 default1 default123 secret1 secret123 login123 master1 master123 access1 access14
abc123 abc1234 abc12345 abc123456 abc123456789 abcd123 abcd1234 abcd12345 abcd123456 abcde123 abcde12345 abcdef1 abcdef123
abcdefg1 abcdefg123 a123456 a1234567 a12345678 a123456789 a1234567890 a12345 a123123 a111111 a000000 a1b2c3 a1b2c3d4 a1b2c3d4e5
aa123456 aa12345678 aa123456789 aaa111 aaa123 aaa12345 aaaa1111 aaa123456 as123456 asd123 asd12345 asd123456 asdf123 asdf1234
asdf12345 asdfg123 asdfgh1 asdfghjkl1 b123456 c123456 d123456 f123456 g123456 h123456 j123456 k123456 l123456 m123456 q123456
s123456 t123456 w123456 x123456 y123456 z123456 z1234567 123456a 1234567a 12345678a 123456789a 123456aa 123456abc 123456q 123456z
123abc 1234abc 1234abcd 12345abc 123qwe 123qweasd 123qwe123 123qweasdzxc 12qwaszx 12345q 12345qwert 1234qwer 1q2w3e 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz 1qazxsw23edc q1w2e3 q1w2e3r4 q1w2e3r4t5 qaz123 qaz12345 qazwsx1
qazwsx12 qazwsx123 qwe123 qwe1234 qwe12345 qwe123456 qwer123 qwer1234 qwer12345 qwert1 qwert123 qwert12345 qwerty1 qwerty12
qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyuiop1 zaq12wsx zaq1zaq1 zaq1xsw2 zxc123 zxc12345 zxcv1234 zxcvb123 zxcvbn1
zxcvbnm1 zxcvbnm123 iloveyou1 iloveyou12 iloveyou123 iloveyou2 love123 love1234 love1314 woaini1 woaini123 woaini520 woaini1314
520520a 5201314a a5201314 1314520a sunshine1 princess1 superman1 batman123 dragon1 dragon123 monkey1 monkey123 football1 baseball1
charlie1 michael1 jordan23 shadow1 trustno1 starwars1 pokemon1 pokemon123 freedom1 hunter2 killer1 flower1 summer1 summer123
winter1 spring1 autumn1 taiwan1 taiwan123 taiwan2024 taipei1 taipei101 taipei123 doctor1 doctor123 doctor1234 nurse1 nurse123
nurse1234 hospital1 hospital123 clinic1 clinic123 health1 health123 medical1 medical123 patient1 patient123 teleward1 teleward123
`
export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
