"""From photo to reading: one door for pictures, detector, layout, corrector. Imports `scorer` alone."""
