import Sectors
print("soon")
