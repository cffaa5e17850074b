/**
 * The most common passwords of eight characters and more, in lower case: the head of every published
 * ranking. A short list stops the guesses that a limit on tries still allows; the limit stops the rest.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  12345678 123456789 1234567890 0123456789 87654321 987654321 0987654321 9876543210 12341234 11223344
  1122334455 112233445566 12344321 123123123 123321123 147258369 147852369 159357456 741852963 789456123
  456789123 123654789 123698745 135792468 13579246 24681012 31415926 01234567 00000000 11111111 22222222
  88888888 99999999 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5
  zaq12wsx zaq1zaq1 qazwsxedc qazwsx123 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345
  qwer1234 qweasdzxc qweqweqwe qwe123qwe 123qweasd 123qwe123 1234qwer 12345qwert 123456qwerty asdfghjk
  asdfghjkl asdfasdf asdf1234 asdfqwer zxcvbnm1 zxcvbnm123 zxcvbnm, 1234abcd abcd1234 abcdefgh abcdefghi
  abc12345 abc123456 abc123abc abcabcabc a1b2c3d4 a1s2d3f4 aa123456 a12345678 a123456789 1a2b3c4d
  123456aa 123456abc password password! password1 password1! password12 password123 password1234
  password2 password3 password7 password01 passw0rd p@ssw0rd p@ssword pa55word pa$$word pass1234
  pass12345 passpass passport passwords mypassword newpassword yourpassword password.1 password@1
  password@123 p@ssw0rd1 p@ssw0rd123 p@$$w0rd changeme changeme1 changeme123 letmein1 letmein12
  letmein123 welcome1 welcome12 welcome123 welcome@123 welcome2024 welcome2025 welcome2026 iloveyou
  iloveyou1 iloveyou2 iloveyou! iloveyou12 iloveyou123 iloveu123 loveyou1 loveme123 iloveme1 princess
  princess1 princess123 sunshine sunshine1 sunshine123 football football1 football123 baseball baseball1
  baseball123 basketball softball volleyball swimming superman superman1 superman123 batman123 batman12
  spiderman spiderman1 starwars starwars1 pokemon1 pokemon123 naruto123 minecraft minecraft1 fortnite
  dragon123 dragonball dragon12 monkey12 monkey123 monkey1234 shadow12 shadow123 master12 master123
  michael1 michael123 jennifer jennifer1 jessica1 ashley12 ashley123 michelle michelle1 jonathan
  jordan23 jordan123 charlie1 charlie123 daniel12 daniel123 andrew12 andrew123 thomas123 joshua12
  joshua123 matthew1 anthony1 nicholas nicole12 samantha samantha1 victoria victoria1 elizabeth
  stephanie christian christine alexander alexandra alexander1 benjamin benjamin1 patricia veronica
  margaret william1 computer computer1 internet internet1 whatever whatever1 trustno1 trustnoone
  blink182 chocolate chocolate1 butterfly butterfly1 liverpool liverpool1 liverpool123 chelsea1
  chelsea123 arsenal1 arsenal123 manchester barcelona barcelona1 realmadrid juventus steelers cowboys1
  dolphins yankees1 redsox123 mercedes corvette mustang1 harley12 porsche911 ferrari1 maverick midnight
  mountain diamond1 hardcore snoopy12 scooby12 cookie123 cookies1 peanut12 pumpkin1 buttercup blessed1
  blessing jesus123 jesuschrist godisgood godblessme iamthebest hello123 hello1234 hello12345 helloworld
  hello@123 test1234 test12345 testtest test@123 testing1 testing123 tester123 admin123 admin1234
  admin12345 admin@123 administrator adminadmin root1234 rootroot toor1234 default1 guest1234 user1234
  username username1 login123 loginlogin access14 access123 secret123 secret12 topsecret security
  security1 qwertz123 qwertzui qwertzuiop passwort passwort1 passwort123 hallo123 hallo1234 schalke04
  azertyui azertyuiop azerty123 azerty12 motdepasse bonjour1 bonjour123 doudou12 soleil12 loulou12
  contraseña contrasena tequiero teamomucho teamo123 mariposa estrella corazon1 princesa bismillah
  master1234 summer12 summer123 summer2024 summer2025 summer2026 winter12 winter123 winter2024
  winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 monday123 friday123 january1
  september december november october1 money123 lovelove loveforever forever1 forever21 babygirl
  babygirl1 baby1234 sweetheart sweety123 angel123 angels12 family123 freedom1 freedom123 flower12
  flower123 purple12 purple123 orange12 orange123 yellow12 yellow123 yellow1234 silver12 golden12 blue1234
  black123 green123 red12345 lucky123 lucky777 happy123 smile123 coffee123 banana12 banana123 cheese12
  cheese123 pepper12 pepper123 ginger12 ginger123 tigger12 tigger123 hunter12 hunter123 ranger12
  killer12 killer123 metallica slipknot nirvana1 eminem123 rockstar rockyou1 rocknroll mustang123
  samsung1 samsung123 nokia123 iphone123 google123 facebook facebook1 facebook123 linkedin linkedin1
  instagram twitter1 amazon123 microsoft windows1 windows10 linux123 apple123 apple1234 dell1234
  asdasdasd qweqwe123 zxczxczxc zxcasdqwe asd123asd asdasd123 1111111111 0000000000 666666666 777777777
  555555555 123454321 1234554321 123456654321 1234567891 12345678910 123456789a 123456789q 12345678a
  12345678q 1234567a 1234567q 987654321a correcthorsebatterystaple shopping shopping1 shopping123
  groceries grocery1 aisle123 aisleaisle
  `
    .trim()
    .split(/\s+/),
)
