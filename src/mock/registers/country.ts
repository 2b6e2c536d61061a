import type { RegisterSource } from '../source.ts';
import { OURS, fromTables } from './table.ts';

// country|name|official-name|citizen-names|currency|start-date|end-date, as things stood in January 2008.
const COUNTRIES = `
AD|Andorra|The Principality of Andorra|Andorran|EUR
AE|United Arab Emirates|The United Arab Emirates|Emirati|AED|1971-12-02
AF|Afghanistan|The Islamic Republic of Afghanistan|Afghan|AFN|1919-08-19
AG|Antigua and Barbuda|Antigua and Barbuda|Antiguan;Barbudan|XCD|1981-11-01
AL|Albania|The Republic of Albania|Albanian|ALL|1912-11-28
AM|Armenia|The Republic of Armenia|Armenian|AMD|1991-09-21
AO|Angola|The Republic of Angola|Angolan|AOA|1975-11-11
AR|Argentina|The Argentine Republic|Argentine|ARS
AT|Austria|The Republic of Austria|Austrian|EUR
AU|Australia|The Commonwealth of Australia|Australian|AUD|1901-01-01
AZ|Azerbaijan|The Republic of Azerbaijan|Azerbaijani|AZN|1991
BA|Bosnia and Herzegovina|Bosnia and Herzegovina|Bosnian;Herzegovinian|BAM|1992-03
BB|Barbados|Barbados|Barbadian|BBD|1966-11-30
BD|Bangladesh|The People's Republic of Bangladesh|Bangladeshi|BDT|1971
BE|Belgium|The Kingdom of Belgium|Belgian|EUR
BF|Burkina Faso|Burkina Faso|Burkinabe|XOF|1984-08-04
BG|Bulgaria|The Republic of Bulgaria|Bulgarian|BGN|1908-10-05
BH|Bahrain|The Kingdom of Bahrain|Bahraini|BHD|1971-08-15
BI|Burundi|The Republic of Burundi|Burundian|BIF|1962-07-01
BJ|Benin|The Republic of Benin|Beninese|XOF|1975-11-30
BN|Brunei|Brunei Darussalam|Bruneian|BND|1984-01-01
BO|Bolivia|The Republic of Bolivia|Bolivian|BOB
BR|Brazil|The Federative Republic of Brazil|Brazilian|BRL
BS|The Bahamas|The Commonwealth of The Bahamas|Bahamian|BSD|1973-07-10
BT|Bhutan|The Kingdom of Bhutan|Bhutanese|BTN;INR
BW|Botswana|The Republic of Botswana|Citizen of Botswana|BWP|1966-09-30
BY|Belarus|The Republic of Belarus|Belarusian|BYR|1991-08-25
BZ|Belize|Belize|Belizean|BZD|1981-09-21
CA|Canada|Canada|Canadian|CAD
CD|Congo (Democratic Republic)|The Democratic Republic of the Congo|Congolese|CDF|1997-05-17
CF|Central African Republic|The Central African Republic|Central African|XAF|1960-08-13
CG|Congo|The Republic of the Congo|Congolese|XAF|1960-08-15
CH|Switzerland|The Swiss Confederation|Swiss|CHF
CI|Cote d'Ivoire|The Republic of Cote d'Ivoire|Ivorian|XOF|1960-08-07
CL|Chile|The Republic of Chile|Chilean|CLP
CM|Cameroon|The Republic of Cameroon|Cameroonian|XAF|1960-01-01
CN|China|The People's Republic of China|Chinese|CNY|1949-10-01
CO|Colombia|The Republic of Colombia|Colombian|COP
CR|Costa Rica|The Republic of Costa Rica|Costa Rican|CRC
CS|Czechoslovakia|The Czech and Slovak Federative Republic|Czechoslovak|CSK|1918-10-28|1992-12-31
CSXX|Serbia and Montenegro|The State Union of Serbia and Montenegro|Citizen of Serbia and Montenegro|CSD;EUR|2003-02-04|2006-06-05
CU|Cuba|The Republic of Cuba|Cuban|CUP;CUC|1902-05-20
CV|Cape Verde|The Republic of Cape Verde|Cape Verdean|CVE|1975-07-05
CY|Cyprus|The Republic of Cyprus|Cypriot|EUR|1960-08-16
CZ|Czech Republic|The Czech Republic|Czech|CZK|1993-01-01
DD|East Germany|The German Democratic Republic|East German|DDM|1949-10-07|1990-10-03
DE|Germany|The Federal Republic of Germany|German|EUR|1949-05-23
DJ|Djibouti|The Republic of Djibouti|Djiboutian|DJF|1977-06-27
DK|Denmark|The Kingdom of Denmark|Dane|DKK
DM|Dominica|The Commonwealth of Dominica|Dominican|XCD|1978-11-03
DO|Dominican Republic|The Dominican Republic|Dominican|DOP
DY|Dahomey|The Republic of Dahomey|Dahomean|XOF|1960-08-01|1975-11-30
DZ|Algeria|The People's Democratic Republic of Algeria|Algerian|DZD|1962-07-05
EC|Ecuador|The Republic of Ecuador|Ecuadorian|USD
EE|Estonia|The Republic of Estonia|Estonian|EEK
EG|Egypt|The Arab Republic of Egypt|Egyptian|EGP|1922-02-28
ER|Eritrea|The State of Eritrea|Eritrean|ERN|1993-05-24
ES|Spain|The Kingdom of Spain|Spaniard|EUR
ET|Ethiopia|The Federal Democratic Republic of Ethiopia|Ethiopian|ETB
FI|Finland|The Republic of Finland|Finn|EUR|1917-12-06
FJ|Fiji|The Republic of the Fiji Islands|Fiji Islander|FJD|1970-10-10
FM|Micronesia|The Federated States of Micronesia|Micronesian|USD|1986-11-03
FR|France|The French Republic|Frenchman;Frenchwoman;French citizen|EUR
GA|Gabon|The Gabonese Republic|Gabonese|XAF|1960-08-17
GB|United Kingdom|The United Kingdom of Great Britain and Northern Ireland|Briton;British citizen|GBP
GD|Grenada|Grenada|Grenadian|XCD|1974-02-07
GE|Georgia|Georgia|Georgian|GEL|1991-04-09
GH|Ghana|The Republic of Ghana|Ghanaian|GHS|1957-03-06
GM|Gambia|The Republic of The Gambia|Gambian|GMD|1965-02-18
GN|Guinea|The Republic of Guinea|Guinean|GNF|1958-10-02
GQ|Equatorial Guinea|The Republic of Equatorial Guinea|Equatoguinean|XAF|1968-10-12
GR|Greece|The Hellenic Republic|Greek|EUR
GT|Guatemala|The Republic of Guatemala|Guatemalan|GTQ
GW|Guinea-Bissau|The Republic of Guinea-Bissau|Bissau-Guinean|XOF
GY|Guyana|The Co-operative Republic of Guyana|Guyanese|GYD|1966-05-26
HN|Honduras|The Republic of Honduras|Honduran|HNL
HR|Croatia|The Republic of Croatia|Croatian|HRK|1991-06-25
HT|Haiti|The Republic of Haiti|Haitian|HTG;USD
HU|Hungary|The Republic of Hungary|Hungarian|HUF
HV|Upper Volta|The Republic of Upper Volta|Upper Voltan|XOF|1960-08-05|1984-08-04
ID|Indonesia|The Republic of Indonesia|Indonesian|IDR|1945-08-17
IE|Ireland|Ireland|Irish citizen|EUR|1922-12-06
IL|Israel|The State of Israel|Israeli|ILS|1948-05-14
IN|India|The Republic of India|Indian|INR|1947-08-15
IQ|Iraq|The Republic of Iraq|Iraqi|IQD|1932-10-03
IR|Iran|The Islamic Republic of Iran|Iranian|IRR
IS|Iceland|The Republic of Iceland|Icelander|ISK|1944-06-17
IT|Italy|The Italian Republic|Italian|EUR
JM|Jamaica|Jamaica|Jamaican|JMD|1962-08-06
JO|Jordan|The Hashemite Kingdom of Jordan|Jordanian|JOD|1946-05-25
JP|Japan|Japan|Japanese|JPY
KE|Kenya|The Republic of Kenya|Kenyan|KES|1963-12-12
KG|Kyrgyzstan|The Kyrgyz Republic|Kyrgyz|KGS|1991-08-31
KH|Cambodia|The Kingdom of Cambodia|Cambodian|KHR|1953-11-09
KI|Kiribati|The Republic of Kiribati|Citizen of Kiribati|AUD|1979-07-12
KM|Comoros|The Union of the Comoros|Comorian|KMF|1975-07-06
KN|Saint Kitts and Nevis|The Federation of Saint Christopher and Nevis|Kittitian;Nevisian|XCD|1983-09-19
KP|North Korea|The Democratic People's Republic of Korea|North Korean|KPW|1948-09-09
KR|South Korea|The Republic of Korea|South Korean|KRW|1948-08-15
KW|Kuwait|The State of Kuwait|Kuwaiti|KWD|1961-06-19
KZ|Kazakhstan|The Republic of Kazakhstan|Kazakhstani|KZT|1991-12-16
LA|Laos|The Lao People's Democratic Republic|Laotian|LAK|1953-10-22
LB|Lebanon|The Lebanese Republic|Lebanese|LBP|1943-11-22
LC|Saint Lucia|Saint Lucia|Saint Lucian|XCD|1979-02-22
LI|Liechtenstein|The Principality of Liechtenstein|Liechtensteiner|CHF
LK|Sri Lanka|The Democratic Socialist Republic of Sri Lanka|Sri Lankan|LKR|1948-02-04
LR|Liberia|The Republic of Liberia|Liberian|LRD
LS|Lesotho|The Kingdom of Lesotho|Citizen of Lesotho|LSL;ZAR|1966-10-04
LT|Lithuania|The Republic of Lithuania|Lithuanian|LTL
LU|Luxembourg|The Grand Duchy of Luxembourg|Luxembourger|EUR
LV|Latvia|The Republic of Latvia|Latvian|LVL
LY|Libya|The Great Socialist People's Libyan Arab Jamahiriya|Libyan|LYD|1951-12-24
MA|Morocco|The Kingdom of Morocco|Moroccan|MAD|1956-03-02
MC|Monaco|The Principality of Monaco|Monegasque|EUR
MD|Moldova|The Republic of Moldova|Moldovan|MDL|1991-08-27
ME|Montenegro|Montenegro|Montenegrin|EUR|2006-06-03
MG|Madagascar|The Republic of Madagascar|Citizen of Madagascar|MGA|1960-06-26
MH|Marshall Islands|The Republic of the Marshall Islands|Marshallese|USD|1986-10-21
MK|Macedonia|The Republic of Macedonia|Macedonian|MKD|1991-09-08
ML|Mali|The Republic of Mali|Malian|XOF|1960-09-22
MM|Burma|The Union of Myanmar|Burmese|MMK|1948-01-04
MN|Mongolia|Mongolia|Mongolian|MNT
MR|Mauritania|The Islamic Republic of Mauritania|Mauritanian|MRO|1960-11-28
MT|Malta|The Republic of Malta|Maltese|EUR|1964-09-21
MU|Mauritius|The Republic of Mauritius|Mauritian|MUR|1968-03-12
MV|Maldives|The Republic of Maldives|Maldivian|MVR|1965-07-26
MW|Malawi|The Republic of Malawi|Malawian|MWK|1964-07-06
MX|Mexico|The United Mexican States|Mexican|MXN
MY|Malaysia|Malaysia|Malaysian|MYR
MZ|Mozambique|The Republic of Mozambique|Mozambican|MZN|1975-06-25
NA|Namibia|The Republic of Namibia|Namibian|NAD;ZAR|1990-03-21
NE|Niger|The Republic of the Niger|Citizen of Niger|XOF|1960-08-03
NG|Nigeria|The Federal Republic of Nigeria|Nigerian|NGN|1960-10-01
NH|New Hebrides|The New Hebrides|New Hebridean||1906|1980-07-30
NI|Nicaragua|The Republic of Nicaragua|Nicaraguan|NIO
NL|Netherlands|The Kingdom of the Netherlands|Dutchman;Dutchwoman;Dutch citizen|EUR
NO|Norway|The Kingdom of Norway|Norwegian|NOK|1905-06-07
NP|Nepal|The Kingdom of Nepal|Nepalese|NPR
NR|Nauru|The Republic of Nauru|Nauruan|AUD|1968-01-31
NZ|New Zealand|New Zealand|New Zealander|NZD
OM|Oman|The Sultanate of Oman|Omani|OMR
PA|Panama|The Republic of Panama|Panamanian|PAB;USD|1903-11-03
PE|Peru|The Republic of Peru|Peruvian|PEN
PG|Papua New Guinea|The Independent State of Papua New Guinea|Papua New Guinean|PGK|1975-09-16
PH|Philippines|The Republic of the Philippines|Filipino;Filipina|PHP
PK|Pakistan|The Islamic Republic of Pakistan|Pakistani|PKR|1947-08-14
PL|Poland|The Republic of Poland|Pole|PLN
PT|Portugal|The Portuguese Republic|Portuguese|EUR
PW|Palau|The Republic of Palau|Palauan|USD|1994-10-01
PY|Paraguay|The Republic of Paraguay|Paraguayan|PYG
QA|Qatar|The State of Qatar|Qatari|QAR|1971-09-03
RH|Southern Rhodesia|Southern Rhodesia|Rhodesian|RHD|1923-10-01|1980-04-18
RO|Romania|Romania|Romanian|RON
RS|Serbia|The Republic of Serbia|Serbian|RSD|2006-06-05
RU|Russia|The Russian Federation|Russian|RUB|1991-12
RW|Rwanda|The Republic of Rwanda|Rwandan|RWF|1962-07-01
SA|Saudi Arabia|The Kingdom of Saudi Arabia|Saudi;Saudi Arabian|SAR|1932-09-23
SB|Solomon Islands|Solomon Islands|Solomon Islander|SBD|1978-07-07
SC|Seychelles|The Republic of Seychelles|Seychellois|SCR|1976-06-29
SD|Sudan|The Republic of the Sudan|Sudanese|SDG|1956-01-01
SE|Sweden|The Kingdom of Sweden|Swede|SEK
SG|Singapore|The Republic of Singapore|Singaporean|SGD|1965-08-09
SI|Slovenia|The Republic of Slovenia|Slovenian|EUR|1991-06-25
SK|Slovakia|The Slovak Republic|Slovak|SKK|1993-01-01
SL|Sierra Leone|The Republic of Sierra Leone|Sierra Leonean|SLL|1961-04-27
SM|San Marino|The Republic of San Marino|Sammarinese|EUR
SN|Senegal|The Republic of Senegal|Senegalese|XOF|1960
SO|Somalia|The Somali Republic|Somali|SOS|1960-07-01
SR|Suriname|The Republic of Suriname|Surinamese|SRD|1975-11-25
ST|Sao Tome and Principe|The Democratic Republic of Sao Tome and Principe|Sao Tomean|STD|1975-07-12
SU|USSR|The Union of Soviet Socialist Republics|Soviet citizen|SUR|1922-12-30|1991-12
SV|El Salvador|The Republic of El Salvador|Salvadoran|SVC;USD
SY|Syria|The Syrian Arab Republic|Syrian|SYP|1946-04-17
SZ|Swaziland|The Kingdom of Swaziland|Swazi|SZL|1968-09-06
TD|Chad|The Republic of Chad|Chadian|XAF|1960-08-11
TG|Togo|The Togolese Republic|Togolese|XOF|1960-04-27
TH|Thailand|The Kingdom of Thailand|Thai|THB
TJ|Tajikistan|The Republic of Tajikistan|Tajik|TJS|1991-09-09
TL|East Timor|The Democratic Republic of Timor-Leste|East Timorese|USD|2002-05-20
TM|Turkmenistan|Turkmenistan|Turkmen|TMM|1991-10-27
TN|Tunisia|The Republic of Tunisia|Tunisian|TND|1956-03-20
TO|Tonga|The Kingdom of Tonga|Tongan|TOP|1970-06-04
TR|Turkey|The Republic of Turkey|Turk|TRY|1923-10-29
TT|Trinidad and Tobago|The Republic of Trinidad and Tobago|Trinidadian;Tobagonian|TTD|1962-08-31
TV|Tuvalu|Tuvalu|Tuvaluan|AUD|1978-10-01
TZ|Tanzania|The United Republic of Tanzania|Tanzanian|TZS|1964-04-26
UA|Ukraine|Ukraine|Ukrainian|UAH|1991-08-24
UG|Uganda|The Republic of Uganda|Ugandan|UGX|1962-10-09
US|United States|The United States of America|American;United States citizen|USD
UY|Uruguay|The Eastern Republic of Uruguay|Uruguayan|UYU
UZ|Uzbekistan|The Republic of Uzbekistan|Uzbek|UZS|1991-09-01
VA|Vatican City|Vatican City State|Vatican citizen|EUR|1929-02-11
VC|Saint Vincent and the Grenadines|Saint Vincent and the Grenadines|Vincentian|XCD|1979-10-27
VD|North Vietnam|The Democratic Republic of Vietnam|North Vietnamese||1945-09-02|1976-07-02
VE|Venezuela|The Bolivarian Republic of Venezuela|Venezuelan|VEF
VN|Vietnam|The Socialist Republic of Vietnam|Vietnamese|VND|1976-07-02
VU|Vanuatu|The Republic of Vanuatu|Citizen of Vanuatu|VUV|1980-07-30
WS|Samoa|The Independent State of Samoa|Samoan|WST|1962-01-01
YD|South Yemen|The People's Democratic Republic of Yemen|South Yemeni|YDD|1967-11-30|1990-05-22
YE|Yemen|The Republic of Yemen|Yemeni|YER|1990-05-22
YU|Yugoslavia|The Socialist Federal Republic of Yugoslavia|Yugoslav|YUN|1945-11-29|1992
ZA|South Africa|The Republic of South Africa|South African|ZAR|1910-05-31
ZM|Zambia|The Republic of Zambia|Zambian|ZMK|1964-10-24
ZR|Zaire|The Republic of Zaire|Zairian|ZRN|1971-10-27|1997-05-17
ZW|Zimbabwe|The Republic of Zimbabwe|Zimbabwean|ZWD|1980-04-18
`;

const TERRITORIES = `
AI|Anguilla|Anguilla|Anguillan|XCD
AN|Netherlands Antilles|The Netherlands Antilles|Netherlands Antillean|ANG|1954-12-15
AW|Aruba|Aruba|Aruban|AWG|1986-01-01
BM|Bermuda|Bermuda|Bermudian|BMD
CK|Cook Islands|The Cook Islands|Cook Islander|NZD|1965-08-04
FK|Falkland Islands|The Falkland Islands|Falkland Islander|FKP
FO|Faroe Islands|The Faroe Islands|Faroese|DKK
GG|Guernsey|The Bailiwick of Guernsey|Channel Islander|GBP
GI|Gibraltar|Gibraltar|Gibraltarian|GIP
GL|Greenland|Greenland|Greenlander|DKK
HK|Hong Kong|The Hong Kong Special Administrative Region|Hongkonger|HKD|1997-07-01
IM|Isle of Man|The Isle of Man|Manxman;Manxwoman|GBP
JE|Jersey|The Bailiwick of Jersey|Channel Islander|GBP
KY|Cayman Islands|The Cayman Islands|Caymanian|KYD
MO|Macao|The Macao Special Administrative Region|Macanese|MOP|1999-12-20
MS|Montserrat|Montserrat|Montserratian|XCD
NC|New Caledonia|New Caledonia|New Caledonian|XPF
NU|Niue|Niue|Niuean|NZD|1974-10-19
PF|French Polynesia|French Polynesia|French Polynesian|XPF
PR|Puerto Rico|The Commonwealth of Puerto Rico|Puerto Rican|USD
PS|Palestinian Territories|The Occupied Palestinian Territory|Palestinian
SH|Saint Helena|Saint Helena and Dependencies|Saint Helenian|SHP
TC|Turks and Caicos Islands|The Turks and Caicos Islands|Turks and Caicos Islander|USD
TW|Taiwan|Taiwan|Taiwanese|TWD
VG|British Virgin Islands|The Virgin Islands|British Virgin Islander|USD
VI|United States Virgin Islands|The Virgin Islands of the United States|Virgin Islander|USD
`;

// Each line is written a day to a few weeks after what happened; corrections of the register itself come in small batches.
const CHANGES = `
2008-02-20T15:12:08Z|XK|name=Kosovo|official-name=The Republic of Kosovo|citizen-names=Kosovan|currency=EUR|start-date=2008-02-17
2008-03-11T11:40:02Z|CI|name=Côte d'Ivoire|official-name=The Republic of Côte d'Ivoire
2008-03-11T11:41:37Z|GM|name=The Gambia
2008-03-11T11:44:10Z|ST|name=São Tomé and Príncipe|official-name=The Democratic Republic of São Tomé and Príncipe
2008-03-11T11:47:55Z|YU|end-date=1992-04-27
2008-03-11T11:49:21Z|SU|end-date=1991-12-26
2008-06-04T09:20:44Z|NP|official-name=The Federal Democratic Republic of Nepal
2008-08-04T10:05:19Z|ZW|currency=ZWR
2009-01-05T09:01:12Z|SK|currency=EUR
2009-01-05T09:03:48Z|TM|currency=TMT
2009-02-04T13:22:30Z|ZW|currency=ZWL
2009-03-26T16:18:05Z|BO|official-name=The Plurinational State of Bolivia
2009-04-15T08:55:41Z|ZW|currency=USD;ZAR;BWP;GBP;EUR
2009-09-03T14:30:27Z|SH|name=Saint Helena, Ascension and Tristan da Cunha|official-name=Saint Helena, Ascension and Tristan da Cunha
2010-10-11T09:00:15Z|AN|end-date=2010-10-10
2010-10-11T09:04:33Z|BQ|name=Bonaire, Sint Eustatius and Saba|official-name=Bonaire, Sint Eustatius and Saba|citizen-names=Dutch citizen|currency=ANG|start-date=2010-10-10
2010-10-11T09:07:02Z|CW|name=Curacao|official-name=The Country of Curacao|citizen-names=Dutch citizen|currency=ANG|start-date=2010-10-10
2010-10-11T09:09:46Z|SX|name=Sint Maarten|official-name=The Country of Sint Maarten|citizen-names=Dutch citizen|currency=ANG|start-date=2010-10-10
2010-10-27T12:36:50Z|MM|official-name=The Republic of the Union of Myanmar
2010-11-02T10:11:29Z|CW|name=Curaçao|official-name=The Country of Curaçao
2011-01-04T09:14:08Z|EE|currency=EUR
2011-01-04T09:16:40Z|BQ|currency=USD
2011-03-02T15:47:13Z|FJ|official-name=The Republic of Fiji|citizen-names=Fijian
2011-07-11T08:30:00Z|SS|name=South Sudan|official-name=The Republic of South Sudan|citizen-names=South Sudanese|currency=SDG|start-date=2011-07-09
2011-07-20T11:25:36Z|SS|currency=SSP
2011-09-20T10:52:18Z|LY|official-name=Libya
2012-01-04T09:33:57Z|HU|official-name=Hungary
2012-08-29T13:06:21Z|SO|official-name=The Federal Republic of Somalia
2013-01-03T09:10:04Z|ZM|currency=ZMW
2013-01-16T14:41:39Z|LY|official-name=The State of Libya
2013-02-22T10:28:52Z|PS|name=Palestine|official-name=The State of Palestine
2013-05-14T13:02:11Z|BW|citizen-names=Motswana;Batswana
2013-05-14T13:03:27Z|KI|citizen-names=I-Kiribati
2013-05-14T13:04:58Z|LS|citizen-names=Mosotho;Basotho
2013-05-14T13:06:09Z|MG|citizen-names=Malagasy
2013-05-14T13:07:44Z|NE|citizen-names=Nigerien
2013-05-14T13:09:15Z|VU|citizen-names=Ni-Vanuatu
2013-11-05T11:19:30Z|CV|name=Cabo Verde|official-name=The Republic of Cabo Verde|citizen-names=Cabo Verdean
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
2018-04-24T13:50:28Z|SZ|name=Eswatini|official-name=The Kingdom of Eswatini
2018-08-22T10:31:05Z|VE|currency=VES
2019-02-14T09:56:42Z|MK|name=North Macedonia|official-name=The Republic of North Macedonia|citizen-names=Macedonian;Citizen of the Republic of North Macedonia
2019-06-26T12:09:53Z|ZW|currency=ZWL
2020-04-01T09:44:16Z|ZW|currency=ZWL;USD
2021-07-01T10:15:32Z|CU|currency=CUP
2021-10-05T09:21:08Z|VE|currency=VES;VED
2022-06-07T14:02:35Z|TR|name=Türkiye|official-name=The Republic of Türkiye
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
 * country is the bundled register of countries and some territories: 2008 to 2026, former countries, renamings, links to `currency`.
 * The facts are public ones (UN member names, ISO 3166-1 and -3, ISO 4217); the times of the entries are made up to suit them.
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
