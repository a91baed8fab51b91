/** A city with hotels. `km` is the maximum distance of hotels from its centre. */
export interface Place {
  readonly city: string
  readonly region: string
  readonly country: string
  readonly timezone: string
  readonly lat: number
  readonly lng: number
  readonly kind: 'city' | 'coast' | 'mountain' | 'country'
  readonly near: readonly string[]
  readonly currency?: 'GBP'
}

type Where = readonly [city: string, region: string, country: string, timezone: string]

const place = (
  [city, region, country, timezone]: Where,
  [lat, lng]: readonly [lat: number, lng: number],
  kind: Place['kind'],
  near: readonly string[],
): Place => ({
  city,
  region,
  country,
  timezone,
  lat,
  lng,
  kind,
  near,
  ...(country === 'GB' ? { currency: 'GBP' as const } : {}),
})

export const places: readonly Place[] = [
  place(['Lisboa', 'Lisboa', 'PT', 'Europe/Lisbon'], [38.7139, -9.1394], 'city', [
    'the Baixa',
    'the castle',
    'tram 28',
  ]),
  place(['Porto', 'Norte', 'PT', 'Europe/Lisbon'], [41.1496, -8.611], 'city', [
    'the Ribeira',
    'the port cellars',
    'São Bento station',
  ]),
  place(['Lagos', 'Algarve', 'PT', 'Europe/Lisbon'], [37.1028, -8.6742], 'coast', [
    'Praia Dona Ana',
    'the marina',
    'Ponta da Piedade',
  ]),
  place(['Funchal', 'Madeira', 'PT', 'Atlantic/Madeira'], [32.6496, -16.9086], 'coast', [
    'the cable car',
    'the farmers’ market',
    'the botanical garden',
  ]),
  place(['Évora', 'Alentejo', 'PT', 'Europe/Lisbon'], [38.571, -7.9135], 'country', [
    'the Roman temple',
    'the cathedral',
    'the olive groves',
  ]),
  place(['Barcelona', 'Cataluña', 'ES', 'Europe/Madrid'], [41.3874, 2.1686], 'city', [
    'Passeig de Gràcia',
    'the Gothic quarter',
    'the beach',
  ]),
  place(['Sevilla', 'Andalucía', 'ES', 'Europe/Madrid'], [37.3891, -5.9845], 'city', [
    'the Alcázar',
    'Triana',
    'the cathedral',
  ]),
  place(['Palma', 'Islas Baleares', 'ES', 'Europe/Madrid'], [39.5696, 2.6502], 'coast', [
    'the old harbour',
    'the cathedral',
    'Portixol beach',
  ]),
  place(['Las Palmas', 'Islas Canarias', 'ES', 'Atlantic/Canary'], [28.1235, -15.4363], 'coast', [
    'Las Canteras beach',
    'Vegueta',
    'the promenade',
  ]),
  place(['San Sebastián', 'País Vasco', 'ES', 'Europe/Madrid'], [43.3183, -1.9812], 'coast', [
    'La Concha',
    'the pintxo bars',
    'Monte Urgull',
  ]),
  place(['Paris', 'Île-de-France', 'FR', 'Europe/Paris'], [48.8566, 2.3522], 'city', [
    'the Marais',
    'the Seine',
    'Canal Saint-Martin',
  ]),
  place(['Nice', 'Provence-Alpes-Côte d’Azur', 'FR', 'Europe/Paris'], [43.7102, 7.262], 'coast', [
    'the Promenade des Anglais',
    'the flower market',
    'Castle Hill',
  ]),
  place(['Annecy', 'Auvergne-Rhône-Alpes', 'FR', 'Europe/Paris'], [45.8992, 6.1294], 'mountain', [
    'the lake',
    'the old canals',
    'Semnoz',
  ]),
  place(['Beaune', 'Bourgogne-Franche-Comté', 'FR', 'Europe/Paris'], [47.026, 4.84], 'country', [
    'the Hospices',
    'the wine road',
    'the ramparts',
  ]),
  place(['Roma', 'Lazio', 'IT', 'Europe/Rome'], [41.9028, 12.4964], 'city', [
    'Trastevere',
    'the Pantheon',
    'Campo de’ Fiori',
  ]),
  place(['Firenze', 'Toscana', 'IT', 'Europe/Rome'], [43.7696, 11.2558], 'city', [
    'the Duomo',
    'Santo Spirito',
    'the Arno',
  ]),
  place(['Bolzano', 'Alto Adige', 'IT', 'Europe/Rome'], [46.4983, 11.3548], 'mountain', [
    'the Renon cable car',
    'the Christmas market',
    'the Dolomites',
  ]),
  place(['Siena', 'Toscana', 'IT', 'Europe/Rome'], [43.3188, 11.3308], 'country', [
    'the Campo',
    'the Crete hills',
    'the vineyards of Chianti',
  ]),
  place(['Berlin', 'Berlin', 'DE', 'Europe/Berlin'], [52.52, 13.405], 'city', [
    'Museum Island',
    'Hackescher Markt',
    'the Spree',
  ]),
  place(['München', 'Bayern', 'DE', 'Europe/Berlin'], [48.1351, 11.582], 'city', [
    'the Viktualienmarkt',
    'the English Garden',
    'Marienplatz',
  ]),
  place(
    ['Garmisch-Partenkirchen', 'Bayern', 'DE', 'Europe/Berlin'],
    [47.4917, 11.0955],
    'mountain',
    ['the Zugspitze railway', 'the Partnach gorge', 'the ski slopes'],
  ),
  place(['London', 'Greater London', 'GB', 'Europe/London'], [51.5074, -0.1278], 'city', [
    'Covent Garden',
    'the South Bank',
    'Bloomsbury',
  ]),
  place(['Edinburgh', 'Scotland', 'GB', 'Europe/London'], [55.9533, -3.1883], 'city', [
    'the Royal Mile',
    'Arthur’s Seat',
    'Stockbridge',
  ]),
  place(['St Ives', 'Cornwall', 'GB', 'Europe/London'], [50.2115, -5.48], 'coast', [
    'Porthmeor beach',
    'the harbour',
    'the coast path',
  ]),
  place(['Amsterdam', 'Noord-Holland', 'NL', 'Europe/Amsterdam'], [52.3676, 4.9041], 'city', [
    'the Jordaan',
    'the canal ring',
    'the Museumplein',
  ]),
  place(['Wien', 'Wien', 'AT', 'Europe/Vienna'], [48.2082, 16.3738], 'city', [
    'the Naschmarkt',
    'the Ringstraße',
    'the Belvedere',
  ]),
]

/** Share of guests by month, January first, by kind of place. */
export const seasons: Readonly<Record<Place['kind'], readonly number[]>> = {
  city: [5, 5, 8, 10, 11, 10, 8, 7, 11, 11, 7, 8],
  coast: [2, 2, 4, 7, 10, 14, 18, 19, 12, 7, 3, 3],
  mountain: [15, 16, 11, 4, 4, 8, 11, 11, 7, 5, 3, 12],
  country: [3, 3, 6, 10, 13, 12, 10, 10, 14, 11, 4, 4],
}
