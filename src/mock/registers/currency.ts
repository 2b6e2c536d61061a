import type { RegisterSource } from '../../rsf/register-source.ts';
import { OURS, fromTables } from './table.ts';

// currency|name|minor-unit|numeric-code|countries|start-date|end-date, those in use in January 2008.
const CURRENT = `
AED|UAE Dirham|2|784|AE
AFN|Afghani|2|971|AF|2002-10-07
ALL|Lek|2|008|AL
AMD|Armenian Dram|2|051|AM|1993-11-22
ANG|Netherlands Antillean Guilder|2|532|AN
AOA|Kwanza|2|973|AO
ARS|Argentine Peso|2|032|AR|1992-01-01
AUD|Australian Dollar|2|036|AU;KI;NR;TV|1966-02-14
AWG|Aruban Florin|2|533|AW|1986-01-01
AZN|Azerbaijan Manat|2|944|AZ|2006-01-01
BAM|Convertible Mark|2|977|BA|1998
BBD|Barbados Dollar|2|052|BB
BDT|Taka|2|050|BD
BGN|Bulgarian Lev|2|975|BG|1999-07-05
BHD|Bahraini Dinar|3|048|BH
BIF|Burundi Franc|0|108|BI
BMD|Bermudian Dollar|2|060|BM
BND|Brunei Dollar|2|096|BN
BOB|Boliviano|2|068|BO|1987-01-01
BRL|Brazilian Real|2|986|BR|1994-07-01
BSD|Bahamian Dollar|2|044|BS
BTN|Ngultrum|2|064|BT
BWP|Pula|2|072|BW|1976-08-23
BYR|Belarusian Ruble|0|974|BY|2000-01-01
BZD|Belize Dollar|2|084|BZ
CAD|Canadian Dollar|2|124|CA
CDF|Congolese Franc|2|976|CD
CHF|Swiss Franc|2|756|CH;LI
CLP|Chilean Peso|0|152|CL
CNY|Yuan Renminbi|2|156|CN
COP|Colombian Peso|2|170|CO
CRC|Costa Rican Colon|2|188|CR
CUC|Peso Convertible|2|931|CU|1994
CUP|Cuban Peso|2|192|CU
CVE|Cape Verde Escudo|2|132|CV
CZK|Czech Koruna|2|203|CZ|1993-02-08
DJF|Djibouti Franc|0|262|DJ
DKK|Danish Krone|2|208|DK;FO;GL
DOP|Dominican Peso|2|214|DO
DZD|Algerian Dinar|2|012|DZ
EEK|Kroon|2|233|EE|1992-06-20
EGP|Egyptian Pound|2|818|EG
ERN|Nakfa|2|232|ER|1997-11
ETB|Ethiopian Birr|2|230|ET
EUR|Euro|2|978|AD;AT;BE;CY;DE;ES;FI;FR;GR;IE;IT;LU;MC;ME;MT;NL;PT;SI;SM;VA|1999-01-01
FJD|Fiji Dollar|2|242|FJ
FKP|Falkland Islands Pound|2|238|FK
GBP|Pound Sterling|2|826|GB;GG;IM;JE
GEL|Lari|2|981|GE|1995-10
GHS|Ghana Cedi|2|936|GH|2007-07
GIP|Gibraltar Pound|2|292|GI
GMD|Dalasi|2|270|GM|1971-07-01
GNF|Guinean Franc|0|324|GN
GTQ|Quetzal|2|320|GT
GYD|Guyana Dollar|2|328|GY
HKD|Hong Kong Dollar|2|344|HK
HNL|Lempira|2|340|HN
HRK|Croatian Kuna|2|191|HR|1994-05-30
HTG|Gourde|2|332|HT
HUF|Forint|2|348|HU|1946-08-01
IDR|Rupiah|2|360|ID
ILS|New Israeli Sheqel|2|376|IL
INR|Indian Rupee|2|356|IN;BT
IQD|Iraqi Dinar|3|368|IQ
IRR|Iranian Rial|2|364|IR
ISK|Iceland Krona|0|352|IS|1981-01-01
JMD|Jamaican Dollar|2|388|JM|1969-09-08
JOD|Jordanian Dinar|3|400|JO
JPY|Yen|0|392|JP
KES|Kenyan Shilling|2|404|KE
KGS|Som|2|417|KG|1993-05-10
KHR|Riel|2|116|KH
KMF|Comorian Franc|0|174|KM
KPW|North Korean Won|2|408|KP
KRW|Won|0|410|KR
KWD|Kuwaiti Dinar|3|414|KW|1961-04-01
KYD|Cayman Islands Dollar|2|136|KY
KZT|Tenge|2|398|KZ|1993-11-15
LAK|Lao Kip|2|418|LA
LBP|Lebanese Pound|2|422|LB
LKR|Sri Lanka Rupee|2|144|LK
LRD|Liberian Dollar|2|430|LR
LSL|Loti|2|426|LS
LTL|Lithuanian Litas|2|440|LT|1993-06-25
LVL|Latvian Lats|2|428|LV|1993-03-05
LYD|Libyan Dinar|3|434|LY
MAD|Moroccan Dirham|2|504|MA
MDL|Moldovan Leu|2|498|MD|1993-11-29
MGA|Malagasy Ariary|2|969|MG
MKD|Denar|2|807|MK
MMK|Kyat|2|104|MM
MNT|Tugrik|2|496|MN
MOP|Pataca|2|446|MO
MRO|Ouguiya|2|478|MR|1973
MUR|Mauritius Rupee|2|480|MU
MVR|Rufiyaa|2|462|MV
MWK|Kwacha|2|454|MW|1971-02-15
MXN|Mexican Peso|2|484|MX|1993-01-01
MYR|Malaysian Ringgit|2|458|MY
MZN|Mozambique Metical|2|943|MZ|2006-07-01
NAD|Namibia Dollar|2|516|NA|1993
NGN|Naira|2|566|NG|1973-01-01
NIO|Cordoba Oro|2|558|NI
NOK|Norwegian Krone|2|578|NO
NPR|Nepalese Rupee|2|524|NP
NZD|New Zealand Dollar|2|554|NZ;CK;NU|1967-07-10
OMR|Rial Omani|3|512|OM
PAB|Balboa|2|590|PA|1904
PEN|Nuevo Sol|2|604|PE|1991-07-01
PGK|Kina|2|598|PG|1975-04-19
PHP|Philippine Peso|2|608|PH
PKR|Pakistan Rupee|2|586|PK
PLN|Zloty|2|985|PL|1995-01-01
PYG|Guarani|0|600|PY
QAR|Qatari Rial|2|634|QA
RON|New Romanian Leu|2|946|RO|2005-07-01
RSD|Serbian Dinar|2|941|RS|2006-10
RUB|Russian Ruble|2|643|RU|1998-01-01
RWF|Rwanda Franc|0|646|RW
SAR|Saudi Riyal|2|682|SA
SBD|Solomon Islands Dollar|2|090|SB|1977-10-24
SCR|Seychelles Rupee|2|690|SC
SDG|Sudanese Pound|2|938|SD|2007-01
SEK|Swedish Krona|2|752|SE
SGD|Singapore Dollar|2|702|SG|1967-06-12
SHP|Saint Helena Pound|2|654|SH
SKK|Slovak Koruna|2|703|SK|1993-02-08
SLL|Leone|2|694|SL|1964-08-04
SOS|Somali Shilling|2|706|SO
SRD|Surinam Dollar|2|968|SR|2004-01-01
STD|Dobra|2|678|ST|1977
SVC|El Salvador Colon|2|222|SV
SYP|Syrian Pound|2|760|SY
SZL|Lilangeni|2|748|SZ
THB|Baht|2|764|TH
TJS|Somoni|2|972|TJ|2000-10
TMM|Turkmenistan Manat|2|795|TM|1993-11-01
TND|Tunisian Dinar|3|788|TN
TOP|Pa’anga|2|776|TO|1967-04-03
TRY|New Turkish Lira|2|949|TR|2005-01-01
TTD|Trinidad and Tobago Dollar|2|780|TT
TWD|New Taiwan Dollar|2|901|TW|1949-06-15
TZS|Tanzanian Shilling|2|834|TZ
UAH|Hryvnia|2|980|UA|1996-09-02
UGX|Uganda Shilling|2|800|UG|1987-05
USD|US Dollar|2|840|US;EC;FM;HT;MH;PA;PR;PW;SV;TC;TL;VG;VI
UYU|Peso Uruguayo|2|858|UY|1993-03-01
UZS|Uzbekistan Sum|2|860|UZ|1994-07-01
VEF|Bolivar Fuerte|2|937|VE|2008-01-01
VND|Dong|0|704|VN
VUV|Vatu|0|548|VU
WST|Tala|2|882|WS|1967-07-10
XAF|CFA Franc BEAC|0|950|CF;CG;CM;GA;GQ;TD
XAG|Silver||961
XAU|Gold||959
XCD|East Caribbean Dollar|2|951|AG;AI;DM;GD;KN;LC;MS;VC
XDR|SDR (Special Drawing Right)||960
XOF|CFA Franc BCEAO|0|952|BF;BJ;CI;GW;ML;NE;SN;TG
XPD|Palladium||964
XPF|CFP Franc|0|953|NC;PF
XPT|Platinum||962
YER|Yemeni Rial|2|886|YE
ZAR|Rand|2|710|ZA;LS;NA|1961-02-14
ZMK|Zambian Kwacha|2|894|ZM|1968-01-16
ZWD|Zimbabwe Dollar|2|716|ZW|1980
`;

const WITHDRAWN = `
ADP|Andorran Peseta|0|020|AD||2003-07
AFA|Afghani|2|004|AF||2003-01
ATS|Schilling|2|040|AT||2002-03
AZM|Azerbaijanian Manat|2|031|AZ||2005-12
BEF|Belgian Franc||056|BE||2002-03
BGL|Lev|2|100|BG||2003-11
CSD|Serbian Dinar|2|891|CSXX||2006-10
CSK|Koruna|2|200|CS||1993-03
CYP|Cyprus Pound|2|196|CY||2008-01
DDM|Mark der DDR|2|278|DD||1990-07
DEM|Deutsche Mark|2|276|DE|1948-06|2002-03
ECS|Sucre||218|EC||2000-09
ESP|Spanish Peseta|0|724|ES;AD||2002-03
FIM|Markka|2|246|FI||2002-03
FRF|French Franc|2|250|FR;AD;MC|1960-01-01|2002-03
GHC|Cedi|2|288|GH||2008-01
GRD|Drachma||300|GR||2002-03
IEP|Irish Pound|2|372|IE||2002-03
ITL|Italian Lira|0|380|IT;SM;VA||2002-03
LUF|Luxembourg Franc|0|442|LU||2002-03
MGF|Malagasy Franc|0|450|MG||2004-12
MTL|Maltese Lira|2|470|MT||2008-01
MXP|Mexican Peso|2|484|MX||1993-01
MZM|Mozambique Metical|2|508|MZ||2006-06
NLG|Netherlands Guilder|2|528|NL||2002-03
PLZ|Zloty|2|616|PL||1997-01
PTE|Portuguese Escudo||620|PT||2002-03
RHD|Rhodesian Dollar|2|716|RH|1970-02-17|1980
ROL|Old Leu|2|642|RO||2005-06
RUR|Russian Ruble|2|810|RU||2004-01
SDD|Sudanese Dinar|2|736|SD||2007-07
SIT|Tolar|2|705|SI|1991-10-08|2007-01
SRG|Surinam Guilder|2|740|SR||2003-12
SUR|Rouble|2|810|SU||1990-12
TJR|Tajik Ruble||762|TJ||2001-04
TPE|Timor Escudo||626|TL||2002-11
TRL|Old Turkish Lira|0|792|TR||2005-12
UAK|Karbovanet||804|UA||1996-09
VEB|Bolivar|2|862|VE||2008-01
YDD|Yemeni Dinar|3|720|YD||1991-09
YUM|New Dinar|2|891|CSXX||2003-07
YUN|Yugoslavian Dinar|2|890|YU|1990-01-01|1995-11
ZRN|New Zaire|2|180|ZR||1999-06
ZWN|Zimbabwe Dollar (new)|2|942|ZW|2006-08-01|2006-09
`;

const CHANGES = `
2008-02-20T15:20:40Z|EUR|countries+=XK
2008-08-04T10:01:07Z|ZWR|name=Zimbabwe Dollar|minor-unit=2|numeric-code=935|countries=ZW|start-date=2008-08-01
2008-08-04T10:02:31Z|ZWD|end-date=2008-08
2009-01-05T08:50:13Z|EUR|countries+=SK
2009-01-05T08:51:56Z|SKK|end-date=2009-01
2009-01-05T08:54:20Z|TMT|name=Turkmenistan New Manat|minor-unit=2|numeric-code=934|countries=TM|start-date=2009-01-01
2009-01-05T08:55:02Z|TMM|end-date=2009-01
2009-01-05T08:57:38Z|TRY|name=Turkish Lira
2009-02-04T13:15:09Z|ZWL|name=Zimbabwe Dollar|minor-unit=2|numeric-code=932|countries=ZW|start-date=2009-02
2009-04-15T08:47:33Z|USD|countries+=ZW
2009-07-01T10:40:26Z|ZWR|end-date=2009-06
2010-10-11T08:52:44Z|ANG|countries=BQ;CW;SX
2011-01-04T09:02:17Z|EUR|countries+=EE
2011-01-04T09:03:35Z|EEK|end-date=2011-01
2011-01-04T09:05:51Z|ANG|countries-=BQ
2011-01-04T09:07:29Z|USD|countries+=BQ
2011-07-20T11:20:14Z|SSP|name=South Sudanese Pound|minor-unit=2|numeric-code=728|countries=SS|start-date=2011-07-18
2011-12-20T14:09:48Z|VEF|name=Bolivar
2013-01-03T09:04:22Z|ZMW|name=Zambian Kwacha|minor-unit=2|numeric-code=967|countries=ZM|start-date=2013-01-01
2013-01-03T09:05:10Z|ZMK|end-date=2012-12
2013-11-05T11:30:55Z|CVE|name=Cabo Verde Escudo
2014-01-03T09:01:33Z|EUR|countries+=LV
2014-01-03T09:02:40Z|LVL|end-date=2014-01
2015-01-05T08:58:19Z|EUR|countries+=LT
2015-01-05T08:59:27Z|LTL|end-date=2014-12
2015-06-16T10:12:03Z|HRK|name=Kuna
2015-06-16T10:13:18Z|RON|name=Romanian Leu
2015-12-16T15:27:46Z|PEN|name=Sol
2016-02-10T11:05:37Z|MWK|name=Malawi Kwacha
2016-02-10T11:08:12Z|VEF|name=Bolívar
2016-07-04T09:06:50Z|BYN|name=Belarusian Ruble|minor-unit=2|numeric-code=933|countries=BY|start-date=2016-07-01
2017-01-04T09:31:24Z|BYR|end-date=2017-01
2017-01-04T09:33:08Z|UGX|minor-unit=0
2018-01-03T09:10:45Z|MRU|name=Ouguiya|minor-unit=2|numeric-code=929|countries=MR|start-date=2018-01-01
2018-01-03T09:11:30Z|MRO|end-date=2017-12
2018-01-03T09:13:06Z|STN|name=Dobra|minor-unit=2|numeric-code=930|countries=ST|start-date=2018-01-01
2018-01-03T09:14:21Z|STD|end-date=2017-12
2018-08-22T10:22:39Z|VES|name=Bolívar Soberano|minor-unit=2|numeric-code=928|countries=VE|start-date=2018-08-20
2018-08-22T10:23:58Z|VEF|end-date=2018-08
2019-06-26T12:01:17Z|USD|countries-=ZW
2020-04-01T09:36:50Z|USD|countries+=ZW
2021-07-01T10:11:16Z|CUC|end-date=2021-06
2021-10-05T09:14:52Z|VED|name=Bolívar Soberano|minor-unit=2|numeric-code=926|countries=VE|start-date=2021-10-01
2022-07-05T11:26:07Z|SLE|name=Leone|minor-unit=2|numeric-code=925|countries=SL|start-date=2022-07-01
2023-01-03T08:56:34Z|EUR|countries+=HR
2023-01-03T08:57:41Z|HRK|end-date=2023-01
2024-04-03T10:19:29Z|SLL|end-date=2023-12
2024-07-02T13:30:58Z|ZWG|name=Zimbabwe Gold|minor-unit=2|numeric-code=924|countries=ZW|start-date=2024-04-08
2024-09-03T09:42:15Z|ZWL|end-date=2024-09
2025-04-01T09:03:37Z|XCG|name=Caribbean Guilder|minor-unit=2|numeric-code=532|countries=CW;SX|start-date=2025-03-31
2025-04-01T09:05:20Z|ANG|end-date=2025-03
2026-01-05T09:00:44Z|EUR|countries+=BG
2026-01-05T09:01:53Z|BGN|end-date=2026-01
`;

// attribute|datatype|cardinality|register|title|text
const FIELDS = `
currency|string|1|currency|Code|The three-letter code of ISO 4217.
name|string|1||Name|The name in ISO 4217.
minor-unit|integer|1||Minor unit|How many decimal digits its smallest unit stands for: \`2\` where 1 is 100 cents. Not given for metals and units of account.
numeric-code|string|1||Numeric code|The three digits of ISO 4217; a text, because leading zeros count. A successor may take over its predecessor’s.
countries|string|n|country|Countries|Who issues it, then who has adopted it as the only or the main currency beside their own, as far as the register \`country\` lists them.
start-date|datetime|1||Start date|Since when it is in use, where known.
end-date|datetime|1||End date|When it was replaced or its code withdrawn.
`;

/**
 * currency is the bundled register of currencies: those of ISO 4217 in use since 2008, many withdrawn
 * ones, links to `country`.
 * The facts are those of ISO 4217; the times of the entries are made up to suit them.
 */
export const currency: RegisterSource = fromTables({
  ...OURS,
  name: 'currency',
  title: 'Currencies',
  text: 'Currencies in use and withdrawn, by their ISO 4217 code. A demonstration register: real data with invented dates.',
  phase: 'beta',
  startDate: '2008-01',
  fields: FIELDS,
  batches: [
    { timestamp: '2008-01-14T10:10:00Z', rows: CURRENT },
    { timestamp: '2008-01-28T15:25:10Z', rows: WITHDRAWN },
  ],
  changes: CHANGES,
});
