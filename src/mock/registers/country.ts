import type { RegisterSource } from '../../rsf/register-source.ts';
import { OURS, fromTables } from './table.ts';

// country|name|official-name|citizen-names|currency|start-date|end-date, as things stood in January 2008.
const COUNTRIES = `
AD|Andorra|The Principality of ~|Andorran|EUR
AE|United Arab Emirates|The ~|Emirati|AED|1971-12-02
AF|Afghanistan|The Islamic Republic of ~|Afghan|AFN|1919-08-19
AG|Antigua and Barbuda|~|Antiguan;Barbudan|XCD|1981-11-01
AL|Albania|The Republic of ~|Albanian|ALL|1912-11-28
AM|Armenia|The Republic of ~|Armenian|AMD|1991-09-21
AO|Angola|The Republic of ~|Angolan|AOA|1975-11-11
AR|Argentina|The Argentine Republic|Argentine|ARS
AT|Austria|The Republic of ~|Austrian|EUR
AU|Australia|The Commonwealth of ~|Australian|AUD|1901-01-01
AZ|Azerbaijan|The Republic of ~|Azerbaijani|AZN|1991
BA|Bosnia and Herzegovina|~|Bosnian;Herzegovinian|BAM|1992-03
BB|Barbados|~|Barbadian|BBD|1966-11-30
BD|Bangladesh|The People's Republic of ~|Bangladeshi|BDT|1971
BE|Belgium|The Kingdom of ~|Belgian|EUR
BF|Burkina Faso|~|Burkinabe|XOF|1984-08-04
BG|Bulgaria|The Republic of ~|Bulgarian|BGN|1908-10-05
BH|Bahrain|The Kingdom of ~|Bahraini|BHD|1971-08-15
BI|Burundi|The Republic of ~|Burundian|BIF|1962-07-01
BJ|Benin|The Republic of ~|Beninese|XOF|1975-11-30
BN|Brunei|~ Darussalam|Bruneian|BND|1984-01-01
BO|Bolivia|The Republic of ~|Bolivian|BOB
BR|Brazil|The Federative Republic of ~|Brazilian|BRL
BS|The Bahamas|The Commonwealth of ~|Bahamian|BSD|1973-07-10
BT|Bhutan|The Kingdom of ~|Bhutanese|BTN;INR
BW|Botswana|The Republic of ~|Citizen of Botswana|BWP|1966-09-30
BY|Belarus|The Republic of ~|Belarusian|BYR|1991-08-25
BZ|Belize|~|Belizean|BZD|1981-09-21
CA|Canada|~|Canadian|CAD
CD|Congo (Democratic Republic)|The Democratic Republic of the Congo|Congolese|CDF|1997-05-17
CF|Central African Republic|The ~|Central African|XAF|1960-08-13
CG|Congo|The Republic of the ~|Congolese|XAF|1960-08-15
CH|Switzerland|The Swiss Confederation|Swiss|CHF
CI|Cote d'Ivoire|The Republic of ~|Ivorian|XOF|1960-08-07
CL|Chile|The Republic of ~|Chilean|CLP
CM|Cameroon|The Republic of ~|Cameroonian|XAF|1960-01-01
CN|China|The People's Republic of ~|Chinese|CNY|1949-10-01
CO|Colombia|The Republic of ~|Colombian|COP
CR|Costa Rica|The Republic of ~|Costa Rican|CRC
CS|Czechoslovakia|The Czech and Slovak Federative Republic|Czechoslovak|CSK|1918-10-28|1992-12-31
CSXX|Serbia and Montenegro|The State Union of ~|Citizen of Serbia and Montenegro|CSD;EUR|2003-02-04|2006-06-05
CU|Cuba|The Republic of ~|Cuban|CUP;CUC|1902-05-20
CV|Cape Verde|The Republic of ~|Cape Verdean|CVE|1975-07-05
CY|Cyprus|The Republic of ~|Cypriot|EUR|1960-08-16
CZ|Czech Republic|The ~|Czech|CZK|1993-01-01
DD|East Germany|The German Democratic Republic|East German|DDM|1949-10-07|1990-10-03
DE|Germany|The Federal Republic of ~|German|EUR|1949-05-23
DJ|Djibouti|The Republic of ~|Djiboutian|DJF|1977-06-27
DK|Denmark|The Kingdom of ~|Dane|DKK
DM|Dominica|The Commonwealth of ~|Dominican|XCD|1978-11-03
DO|Dominican Republic|The ~|Dominican|DOP
DY|Dahomey|The Republic of ~|Dahomean|XOF|1960-08-01|1975-11-30
DZ|Algeria|The People's Democratic Republic of ~|Algerian|DZD|1962-07-05
EC|Ecuador|The Republic of ~|Ecuadorian|USD
EE|Estonia|The Republic of ~|Estonian|EEK
EG|Egypt|The Arab Republic of ~|Egyptian|EGP|1922-02-28
ER|Eritrea|The State of ~|Eritrean|ERN|1993-05-24
ES|Spain|The Kingdom of ~|Spaniard|EUR
ET|Ethiopia|The Federal Democratic Republic of ~|Ethiopian|ETB
FI|Finland|The Republic of ~|Finn|EUR|1917-12-06
FJ|Fiji|The Republic of the ~ Islands|Fiji Islander|FJD|1970-10-10
FM|Micronesia|The Federated States of ~|Micronesian|USD|1986-11-03
FR|France|The French Republic|Frenchman;Frenchwoman;French citizen|EUR
GA|Gabon|The ~ese Republic|Gabonese|XAF|1960-08-17
GB|United Kingdom|The ~ of Great Britain and Northern Ireland|Briton;British citizen|GBP
GD|Grenada|~|Grenadian|XCD|1974-02-07
GE|Georgia|~|Georgian|GEL|1991-04-09
GH|Ghana|The Republic of ~|Ghanaian|GHS|1957-03-06
GM|Gambia|The Republic of The ~|Gambian|GMD|1965-02-18
GN|Guinea|The Republic of ~|Guinean|GNF|1958-10-02
GQ|Equatorial Guinea|The Republic of ~|Equatoguinean|XAF|1968-10-12
GR|Greece|The Hellenic Republic|Greek|EUR
GT|Guatemala|The Republic of ~|Guatemalan|GTQ
GW|Guinea-Bissau|The Republic of ~|Bissau-Guinean|XOF
GY|Guyana|The Co-operative Republic of ~|Guyanese|GYD|1966-05-26
HN|Honduras|The Republic of ~|Honduran|HNL
HR|Croatia|The Republic of ~|Croatian|HRK|1991-06-25
HT|Haiti|The Republic of ~|Haitian|HTG;USD
HU|Hungary|The Republic of ~|Hungarian|HUF
HV|Upper Volta|The Republic of ~|Upper Voltan|XOF|1960-08-05|1984-08-04
ID|Indonesia|The Republic of ~|Indonesian|IDR|1945-08-17
IE|Ireland|~|Irish citizen|EUR|1922-12-06
IL|Israel|The State of ~|Israeli|ILS|1948-05-14
IN|India|The Republic of ~|Indian|INR|1947-08-15
IQ|Iraq|The Republic of ~|Iraqi|IQD|1932-10-03
IR|Iran|The Islamic Republic of ~|Iranian|IRR
IS|Iceland|The Republic of ~|Icelander|ISK|1944-06-17
IT|Italy|The Italian Republic|Italian|EUR
JM|Jamaica|~|Jamaican|JMD|1962-08-06
JO|Jordan|The Hashemite Kingdom of ~|Jordanian|JOD|1946-05-25
JP|Japan|~|Japanese|JPY
KE|Kenya|The Republic of ~|Kenyan|KES|1963-12-12
KG|Kyrgyzstan|The Kyrgyz Republic|Kyrgyz|KGS|1991-08-31
KH|Cambodia|The Kingdom of ~|Cambodian|KHR|1953-11-09
KI|Kiribati|The Republic of ~|Citizen of Kiribati|AUD|1979-07-12
KM|Comoros|The Union of the ~|Comorian|KMF|1975-07-06
KN|Saint Kitts and Nevis|The Federation of Saint Christopher and Nevis|Kittitian;Nevisian|XCD|1983-09-19
KP|North Korea|The Democratic People's Republic of Korea|North Korean|KPW|1948-09-09
KR|South Korea|The Republic of Korea|South Korean|KRW|1948-08-15
KW|Kuwait|The State of ~|Kuwaiti|KWD|1961-06-19
KZ|Kazakhstan|The Republic of ~|Kazakhstani|KZT|1991-12-16
LA|Laos|The Lao People's Democratic Republic|Laotian|LAK|1953-10-22
LB|Lebanon|The Lebanese Republic|Lebanese|LBP|1943-11-22
LC|Saint Lucia|~|Saint Lucian|XCD|1979-02-22
LI|Liechtenstein|The Principality of ~|Liechtensteiner|CHF
LK|Sri Lanka|The Democratic Socialist Republic of ~|Sri Lankan|LKR|1948-02-04
LR|Liberia|The Republic of ~|Liberian|LRD
LS|Lesotho|The Kingdom of ~|Citizen of Lesotho|LSL;ZAR|1966-10-04
LT|Lithuania|The Republic of ~|Lithuanian|LTL
LU|Luxembourg|The Grand Duchy of ~|Luxembourger|EUR
LV|Latvia|The Republic of ~|Latvian|LVL
LY|Libya|The Great Socialist People's ~n Arab Jamahiriya|Libyan|LYD|1951-12-24
MA|Morocco|The Kingdom of ~|Moroccan|MAD|1956-03-02
MC|Monaco|The Principality of ~|Monegasque|EUR
MD|Moldova|The Republic of ~|Moldovan|MDL|1991-08-27
ME|Montenegro|~|Montenegrin|EUR|2006-06-03
MG|Madagascar|The Republic of ~|Citizen of Madagascar|MGA|1960-06-26
MH|Marshall Islands|The Republic of the ~|Marshallese|USD|1986-10-21
MK|Macedonia|The Republic of ~|Macedonian|MKD|1991-09-08
ML|Mali|The Republic of ~|Malian|XOF|1960-09-22
MM|Burma|The Union of Myanmar|Burmese|MMK|1948-01-04
MN|Mongolia|~|Mongolian|MNT
MR|Mauritania|The Islamic Republic of ~|Mauritanian|MRO|1960-11-28
MT|Malta|The Republic of ~|Maltese|EUR|1964-09-21
MU|Mauritius|The Republic of ~|Mauritian|MUR|1968-03-12
MV|Maldives|The Republic of ~|Maldivian|MVR|1965-07-26
MW|Malawi|The Republic of ~|Malawian|MWK|1964-07-06
MX|Mexico|The United Mexican States|Mexican|MXN
MY|Malaysia|~|Malaysian|MYR
MZ|Mozambique|The Republic of ~|Mozambican|MZN|1975-06-25
NA|Namibia|The Republic of ~|Namibian|NAD;ZAR|1990-03-21
NE|Niger|The Republic of the ~|Citizen of Niger|XOF|1960-08-03
NG|Nigeria|The Federal Republic of ~|Nigerian|NGN|1960-10-01
NH|New Hebrides|The ~|New Hebridean||1906|1980-07-30
NI|Nicaragua|The Republic of ~|Nicaraguan|NIO
NL|Netherlands|The Kingdom of the ~|Dutchman;Dutchwoman;Dutch citizen|EUR
NO|Norway|The Kingdom of ~|Norwegian|NOK|1905-06-07
NP|Nepal|The Kingdom of ~|Nepalese|NPR
NR|Nauru|The Republic of ~|Nauruan|AUD|1968-01-31
NZ|New Zealand|~|New Zealander|NZD
OM|Oman|The Sultanate of ~|Omani|OMR
PA|Panama|The Republic of ~|Panamanian|PAB;USD|1903-11-03
PE|Peru|The Republic of ~|Peruvian|PEN
PG|Papua New Guinea|The Independent State of ~|Papua New Guinean|PGK|1975-09-16
PH|Philippines|The Republic of the ~|Filipino;Filipina|PHP
PK|Pakistan|The Islamic Republic of ~|Pakistani|PKR|1947-08-14
PL|Poland|The Republic of ~|Pole|PLN
PT|Portugal|The Portuguese Republic|Portuguese|EUR
PW|Palau|The Republic of ~|Palauan|USD|1994-10-01
PY|Paraguay|The Republic of ~|Paraguayan|PYG
QA|Qatar|The State of ~|Qatari|QAR|1971-09-03
RH|Southern Rhodesia|~|Rhodesian|RHD|1923-10-01|1980-04-18
RO|Romania|~|Romanian|RON
RS|Serbia|The Republic of ~|Serbian|RSD|2006-06-05
RU|Russia|The ~n Federation|Russian|RUB|1991-12
RW|Rwanda|The Republic of ~|Rwandan|RWF|1962-07-01
SA|Saudi Arabia|The Kingdom of ~|Saudi;Saudi Arabian|SAR|1932-09-23
SB|Solomon Islands|~|Solomon Islander|SBD|1978-07-07
SC|Seychelles|The Republic of ~|Seychellois|SCR|1976-06-29
SD|Sudan|The Republic of the ~|Sudanese|SDG|1956-01-01
SE|Sweden|The Kingdom of ~|Swede|SEK
SG|Singapore|The Republic of ~|Singaporean|SGD|1965-08-09
SI|Slovenia|The Republic of ~|Slovenian|EUR|1991-06-25
SK|Slovakia|The Slovak Republic|Slovak|SKK|1993-01-01
SL|Sierra Leone|The Republic of ~|Sierra Leonean|SLL|1961-04-27
SM|San Marino|The Republic of ~|Sammarinese|EUR
SN|Senegal|The Republic of ~|Senegalese|XOF|1960
SO|Somalia|The Somali Republic|Somali|SOS|1960-07-01
SR|Suriname|The Republic of ~|Surinamese|SRD|1975-11-25
ST|Sao Tome and Principe|The Democratic Republic of ~|Sao Tomean|STD|1975-07-12
SU|USSR|The Union of Soviet Socialist Republics|Soviet citizen|SUR|1922-12-30|1991-12
SV|El Salvador|The Republic of ~|Salvadoran|SVC;USD
SY|Syria|The ~n Arab Republic|Syrian|SYP|1946-04-17
SZ|Swaziland|The Kingdom of ~|Swazi|SZL|1968-09-06
TD|Chad|The Republic of ~|Chadian|XAF|1960-08-11
TG|Togo|The ~lese Republic|Togolese|XOF|1960-04-27
TH|Thailand|The Kingdom of ~|Thai|THB
TJ|Tajikistan|The Republic of ~|Tajik|TJS|1991-09-09
TL|East Timor|The Democratic Republic of Timor-Leste|East Timorese|USD|2002-05-20
TM|Turkmenistan|~|Turkmen|TMM|1991-10-27
TN|Tunisia|The Republic of ~|Tunisian|TND|1956-03-20
TO|Tonga|The Kingdom of ~|Tongan|TOP|1970-06-04
TR|Turkey|The Republic of ~|Turk|TRY|1923-10-29
TT|Trinidad and Tobago|The Republic of ~|Trinidadian;Tobagonian|TTD|1962-08-31
TV|Tuvalu|~|Tuvaluan|AUD|1978-10-01
TZ|Tanzania|The United Republic of ~|Tanzanian|TZS|1964-04-26
UA|Ukraine|~|Ukrainian|UAH|1991-08-24
UG|Uganda|The Republic of ~|Ugandan|UGX|1962-10-09
US|United States|The ~ of America|American;United States citizen|USD
UY|Uruguay|The Eastern Republic of ~|Uruguayan|UYU
UZ|Uzbekistan|The Republic of ~|Uzbek|UZS|1991-09-01
VA|Vatican City|~ State|Vatican citizen|EUR|1929-02-11
VC|Saint Vincent and the Grenadines|~|Vincentian|XCD|1979-10-27
VD|North Vietnam|The Democratic Republic of Vietnam|North Vietnamese||1945-09-02|1976-07-02
VE|Venezuela|The Bolivarian Republic of ~|Venezuelan|VEF
VN|Vietnam|The Socialist Republic of ~|Vietnamese|VND|1976-07-02
VU|Vanuatu|The Republic of ~|Citizen of Vanuatu|VUV|1980-07-30
WS|Samoa|The Independent State of ~|Samoan|WST|1962-01-01
YD|South Yemen|The People's Democratic Republic of Yemen|South Yemeni|YDD|1967-11-30|1990-05-22
YE|Yemen|The Republic of ~|Yemeni|YER|1990-05-22
YU|Yugoslavia|The Socialist Federal Republic of ~|Yugoslav|YUN|1945-11-29|1992
ZA|South Africa|The Republic of ~|South African|ZAR|1910-05-31
ZM|Zambia|The Republic of ~|Zambian|ZMK|1964-10-24
ZR|Zaire|The Republic of ~|Zairian|ZRN|1971-10-27|1997-05-17
ZW|Zimbabwe|The Republic of ~|Zimbabwean|ZWD|1980-04-18
`;

const TERRITORIES = `
AI|Anguilla|~|Anguillan|XCD
AN|Netherlands Antilles|The ~|Netherlands Antillean|ANG|1954-12-15
AW|Aruba|~|Aruban|AWG|1986-01-01
BM|Bermuda|~|Bermudian|BMD
CK|Cook Islands|The ~|Cook Islander|NZD|1965-08-04
FK|Falkland Islands|The ~|Falkland Islander|FKP
FO|Faroe Islands|The ~|Faroese|DKK
GG|Guernsey|The Bailiwick of ~|Channel Islander|GBP
GI|Gibraltar|~|Gibraltarian|GIP
GL|Greenland|~|Greenlander|DKK
HK|Hong Kong|The ~ Special Administrative Region|Hongkonger|HKD|1997-07-01
IM|Isle of Man|The ~|Manxman;Manxwoman|GBP
JE|Jersey|The Bailiwick of ~|Channel Islander|GBP
KY|Cayman Islands|The ~|Caymanian|KYD
MO|Macao|The ~ Special Administrative Region|Macanese|MOP|1999-12-20
MS|Montserrat|~|Montserratian|XCD
NC|New Caledonia|~|New Caledonian|XPF
NU|Niue|~|Niuean|NZD|1974-10-19
PF|French Polynesia|~|French Polynesian|XPF
PR|Puerto Rico|The Commonwealth of ~|Puerto Rican|USD
PS|Palestinian Territories|The Occupied Palestinian Territory|Palestinian
SH|Saint Helena|~ and Dependencies|Saint Helenian|SHP
TC|Turks and Caicos Islands|The ~|Turks and Caicos Islander|USD
TW|Taiwan|~|Taiwanese|TWD
VG|British Virgin Islands|The Virgin Islands|British Virgin Islander|USD
VI|United States Virgin Islands|The Virgin Islands of the United States|Virgin Islander|USD
`;

// Each line is written a day to a few weeks after what happened; corrections of the register
// itself come in small batches.
const CHANGES = `
2008-02-20T15:12:08Z|XK|name=Kosovo|official-name=The Republic of ~|citizen-names=Kosovan|currency=EUR|start-date=2008-02-17
2008-03-11T11:40:02Z|CI|name=Côte d'Ivoire|official-name=The Republic of ~
2008-03-11T11:41:37Z|GM|name=The Gambia
2008-03-11T11:44:10Z|ST|name=São Tomé and Príncipe|official-name=The Democratic Republic of ~
2008-03-11T11:47:55Z|YU|end-date=1992-04-27
2008-03-11T11:49:21Z|SU|end-date=1991-12-26
2008-06-04T09:20:44Z|NP|official-name=The Federal Democratic Republic of Nepal
2008-08-04T10:05:19Z|ZW|currency=ZWR
2009-01-05T09:01:12Z|SK|currency=EUR
2009-01-05T09:03:48Z|TM|currency=TMT
2009-02-04T13:22:30Z|ZW|currency=ZWL
2009-03-26T16:18:05Z|BO|official-name=The Plurinational State of Bolivia
2009-04-15T08:55:41Z|ZW|currency=USD;ZAR;BWP;GBP;EUR
2009-09-03T14:30:27Z|SH|name=Saint Helena, Ascension and Tristan da Cunha|official-name=~
2010-10-11T09:00:15Z|AN|end-date=2010-10-10
2010-10-11T09:04:33Z|BQ|name=Bonaire, Sint Eustatius and Saba|official-name=~|citizen-names=Dutch citizen|currency=ANG|start-date=2010-10-10
2010-10-11T09:07:02Z|CW|name=Curacao|official-name=The Country of ~|citizen-names=Dutch citizen|currency=ANG|start-date=2010-10-10
2010-10-11T09:09:46Z|SX|name=Sint Maarten|official-name=The Country of ~|citizen-names=Dutch citizen|currency=ANG|start-date=2010-10-10
2010-10-27T12:36:50Z|MM|official-name=The Republic of the Union of Myanmar
2010-11-02T10:11:29Z|CW|name=Curaçao|official-name=The Country of ~
2011-01-04T09:14:08Z|EE|currency=EUR
2011-01-04T09:16:40Z|BQ|currency=USD
2011-03-02T15:47:13Z|FJ|official-name=The Republic of Fiji|citizen-names=Fijian
2011-07-11T08:30:00Z|SS|name=South Sudan|official-name=The Republic of ~|citizen-names=South Sudanese|currency=SDG|start-date=2011-07-09
2011-07-20T11:25:36Z|SS|currency=SSP
2011-09-20T10:52:18Z|LY|official-name=Libya
2012-01-04T09:33:57Z|HU|official-name=Hungary
2012-08-29T13:06:21Z|SO|official-name=The Federal Republic of Somalia
2013-01-03T09:10:04Z|ZM|currency=ZMW
2013-01-16T14:41:39Z|LY|official-name=The State of Libya
2013-02-22T10:28:52Z|PS|name=Palestine|official-name=The State of ~
2013-05-14T13:02:11Z|BW|citizen-names=Motswana;Batswana
2013-05-14T13:03:27Z|KI|citizen-names=I-Kiribati
2013-05-14T13:04:58Z|LS|citizen-names=Mosotho;Basotho
2013-05-14T13:06:09Z|MG|citizen-names=Malagasy
2013-05-14T13:07:44Z|NE|citizen-names=Nigerien
2013-05-14T13:09:15Z|VU|citizen-names=Ni-Vanuatu
2013-11-05T11:19:30Z|CV|name=Cabo Verde|official-name=The Republic of ~|citizen-names=Cabo Verdean
2014-01-03T09:08:47Z|LV|currency=EUR
2014-02-04T12:14:23Z|ZW|currency=USD;ZAR;BWP;GBP;EUR;AUD;CNY;INR;JPY
2014-06-10T15:35:06Z|MM|name=Myanmar (Burma)
2014-06-10T15:37:42Z|TL|name=Timor-Leste|citizen-names=Timorese
2015-01-05T09:02:58Z|LT|currency=EUR
2015-12-15T10:45:33Z|GM|official-name=The Islamic Republic of The Gambia
2016-07-04T09:12:26Z|BY|currency=BYN
2016-07-12T14:20:01Z|CZ|name=Czechia
2017-02-03T11:08:37Z|GM|official-name=The Republic of The Gambia
2018-01-03T09:17:14Z|MR|currency=MRU
2018-01-03T09:18:49Z|ST|currency=STN
2018-04-24T13:50:28Z|SZ|name=Eswatini|official-name=The Kingdom of ~
2018-08-22T10:31:05Z|VE|currency=VES
2019-02-14T09:56:42Z|MK|name=North Macedonia|official-name=The Republic of ~|citizen-names=Macedonian;Citizen of the Republic of North Macedonia
2019-06-26T12:09:53Z|ZW|currency=ZWL
2020-04-01T09:44:16Z|ZW|currency=ZWL;USD
2021-07-01T10:15:32Z|CU|currency=CUP
2021-10-05T09:21:08Z|VE|currency=VES;VED
2022-06-07T14:02:35Z|TR|name=Türkiye|official-name=The Republic of ~
2022-07-05T11:33:19Z|SL|currency=SLL;SLE
2023-01-03T09:05:27Z|HR|currency=EUR
2024-04-03T10:26:44Z|SL|currency=SLE
2024-07-02T13:38:10Z|ZW|currency=ZWG;USD
2025-04-01T09:11:03Z|CW|currency=XCG
2025-04-01T09:12:55Z|SX|currency=XCG
2026-01-05T09:07:21Z|BG|currency=EUR
`;

// attribute|datatype|cardinality|register|title|text
const FIELDS = `
country|string|1|country|Code|The two-letter code of ISO 3166-1, or the one once used. A former country whose two letters meant another one before has its four-letter code of ISO 3166-3. Kosovo has the code XK, which ISO leaves to its users.
name|string|1||Name|The name in common use.
official-name|string|1||Official name|The formal name of the state or territory.
citizen-names|string|n||Citizen names|What its citizens or inhabitants are called.
currency|string|n|currency|Currency|The currencies in use by ISO 4217 or by law, its own first. Former countries: the last one they had.
start-date|datetime|1||Start date|When it was founded, became independent, or took the name under which it is listed. Given where that was after 1900 and one date is agreed.
end-date|datetime|1||End date|When it ceased to exist, or ceased to exist under this code.
`;

/**
 * country is the bundled register of countries and some territories: 2008 to 2026, former countries,
 * renamings, links to `currency`.
 * The facts are public ones (UN member names, ISO 3166-1 and -3, ISO 4217); the times of the entries
 * are made up to suit them.
 */
export const country: RegisterSource = fromTables({
  ...OURS,
  name: 'country',
  title: 'Countries and some territories',
  text: 'Countries past and present and some territories, in English. A demonstration register: real data with invented dates.',
  phase: 'beta',
  startDate: '2008-01',
  fields: FIELDS,
  batches: [
    { timestamp: '2008-01-14T10:00:00Z', rows: COUNTRIES },
    { timestamp: '2008-04-09T14:05:30Z', rows: TERRITORIES },
  ],
  changes: CHANGES,
});
