/** Facilities: name, code, group, icon. */
export const facilities: readonly (readonly [
  string,
  string,
  'room' | 'property' | 'service',
  string,
])[] = [
  ['Free Wi-Fi', 'WIFI', 'property', 'wifi'],
  ['Swimming pool', 'POOL', 'property', 'pool'],
  ['Car park', 'PARKING', 'property', 'parking'],
  ['Charging for electric cars', 'EV', 'property', 'charging-pile'],
  ['Lift', 'LIFT', 'property', 'elevator'],
  ['Garden', 'GARDEN', 'property', 'plant'],
  ['Roof terrace', 'TERRACE', 'property', 'building'],
  ['Restaurant', 'RESTAURANT', 'property', 'tools-kitchen-2'],
  ['Bar', 'BAR', 'property', 'glass-cocktail'],
  ['Spa', 'SPA', 'property', 'sparkles'],
  ['Gym', 'GYM', 'property', 'barbell'],
  ['Wheelchair access', 'ACCESSIBLE', 'property', 'wheelchair'],
  ['Meeting rooms', 'MEETING', 'property', 'users'],
  ['Air conditioning', 'AC', 'room', 'air-conditioning'],
  ['Balcony', 'BALCONY', 'room', 'window'],
  ['Sea view', 'SEAVIEW', 'room', 'ripple'],
  ['Kitchenette', 'KITCHENETTE', 'room', 'cooker'],
  ['Safe', 'SAFE', 'room', 'lock'],
  ['Bathtub', 'BATHTUB', 'room', 'bath'],
  ['Desk', 'DESK', 'room', 'desk'],
  ['Breakfast', 'BREAKFAST', 'service', 'coffee'],
  ['Airport shuttle', 'SHUTTLE', 'service', 'bus'],
  ['Laundry', 'LAUNDRY', 'service', 'wash'],
  ['Bicycle hire', 'BIKES', 'service', 'bike'],
  ['Pets welcome', 'PETS', 'service', 'paw'],
  ['Reception day and night', 'RECEPTION24', 'service', 'clock'],
]

/** Categories: name, icon, subcategories. */
export const categories: readonly (readonly [string, string, readonly string[]])[] = [
  ['Hotels', 'building', ['City hotels', 'Business hotels', 'Boutique hotels']],
  ['Resorts', 'beach', ['Beach resorts', 'Spa resorts']],
  ['Country houses', 'home', ['Wine estates', 'Farm stays']],
  ['Mountain lodges', 'mountain', []],
  ['Guest houses', 'bed', []],
]

/** Extras added to a stay: label and price in minor units. */
export const extras: readonly (readonly [string, number])[] = [
  ['Breakfast', 1400],
  ['Late check-out', 3000],
  ['Airport transfer', 4500],
  ['Extra bed', 2500],
  ['Parking, per night', 1500],
  ['Pet fee', 1200],
  ['Bottle of wine in the room', 2200],
]

export const notes: readonly string[] = [
  'Arrives late, after 22:00.',
  'Asks for a quiet room at the back.',
  'Celebrates a birthday on the second day.',
  'Needs an invoice with the company address.',
  'Travels with a small dog.',
  'Vegetarian breakfast for two.',
  'Would like the same room as last year.',
  'Cot for a one-year-old.',
  'Ground floor, please: walks with crutches.',
]

export const internalNotes: readonly string[] = [
  'Called twice about the invoice of last summer; settled with a voucher.',
  'Prefers to be called in the afternoon.',
  'Complained about noise; offer a room to the courtyard next time.',
  'Regular guest of the spring fair, brings colleagues.',
  'Pays by bank transfer, always on time.',
  'Ask for the passport number before arrival.',
]
