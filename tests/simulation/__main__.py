from tests.simulation.run import main

main()
